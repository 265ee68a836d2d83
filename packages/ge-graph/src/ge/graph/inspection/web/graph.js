// A graph as the page works with it: who reads what, an order, the tree of name scopes, and what of it is visible.

const CONSTANTS = new Set(["Const", "Constant", "Initializer"]);

class Scope {
  constructor(path, name, parent) {
    this.path = path;
    this.name = name;
    this.parent = parent;
    this.children = new Map();
    this.nodes = 0; // below it, at any depth
    this.collapsed = true;
  }
}

class Graph {
  constructor(plain) {
    this.name = plain.name;
    this.attributes = plain.attributes;
    this.typeCounts = plain.type_counts;
    this.nodes = plain.nodes;
    this.root = new Scope("", "", null);
    this.root.collapsed = false;
    this.scopes = [];
    this.nodes.forEach((node, place) => {
      node.place = place;
      node.uses = [];
      node.scope = this.scopeOf(node);
      for (let scope = node.scope; scope; scope = scope.parent) scope.nodes += 1;
    });
    for (const node of this.nodes) {
      node.inputs.forEach((input, index) => {
        if (input.source >= 0) this.nodes[input.source].uses.push({ place: node.place, input: index, port: input.port });
      });
      for (const control of node.controls) this.nodes[control].uses.push({ place: node.place, input: -1, port: -1 });
    }
    this.orderNodes();
  }

  scopeOf(node) {
    const parts = node.name.split("/").filter((part) => part);
    node.label = parts.length ? parts[parts.length - 1] : node.name;
    let scope = this.root;
    for (const part of parts.slice(0, -1)) {
      let child = scope.children.get(part);
      if (!child) {
        child = new Scope(scope.path + "/" + part, part, scope);
        scope.children.set(part, child);
        this.scopes.push(child);
      }
      scope = child;
    }
    return scope;
  }

  // Producers first; what is on a cycle comes last, in the order of the file.
  orderNodes() {
    const waiting = this.nodes.map((node) => node.inputs.filter((i) => i.source >= 0).length + node.controls.length);
    const order = this.nodes.filter((node) => waiting[node.place] === 0).map((node) => node.place);
    for (let i = 0; i < order.length; ++i) {
      for (const use of this.nodes[order[i]].uses) if (--waiting[use.place] === 0) order.push(use.place);
    }
    this.nodes.forEach((node) => { if (waiting[node.place] > 0) order.push(node.place); });
    order.forEach((place, rank) => { this.nodes[place].rank = rank; });
  }

  setAll(collapsed) {
    for (const scope of this.scopes) scope.collapsed = collapsed;
  }

  // Opens the scopes around a node, so that it is visible.
  reveal(node) {
    let opened = false;
    for (let scope = node.scope; scope; scope = scope.parent) {
      opened = opened || scope.collapsed;
      scope.collapsed = false;
    }
    return opened;
  }

  // The outermost closed scope around a node, or null. A scope of one node is as good as the node.
  closedAround(node) {
    let closed = null;
    for (let scope = node.scope; scope; scope = scope.parent) if (scope.collapsed && scope.nodes > 1) closed = scope;
    return closed;
  }

  // What is drawn: an item is a node or a closed scope; edges join items and count the edges they stand for.
  visible(showConstants) {
    const items = [];
    const ofScope = new Map();
    const ofNode = new Array(this.nodes.length).fill(null);
    for (const node of this.nodes) {
      const scope = this.closedAround(node);
      if (!scope && !showConstants && CONSTANTS.has(node.type) && node.uses.length) continue;
      let item = scope ? ofScope.get(scope) : null;
      if (!item) {
        item = { node: scope ? null : node, scope, rank: node.rank, ins: [], outs: [] };
        items.push(item);
        if (scope) ofScope.set(scope, item);
      }
      item.rank = Math.min(item.rank, node.rank);
      ofNode[node.place] = item;
    }
    items.sort((a, b) => a.rank - b.rank);
    items.forEach((item, index) => { item.index = index; });
    return { items, edges: this.edgesBetween(ofNode, items.length), ofNode };
  }

  edgesBetween(ofNode, count) {
    const edges = new Map();
    for (const node of this.nodes) {
      const from = ofNode[node.place];
      if (!from) continue;
      for (const use of node.uses) {
        const to = ofNode[use.place];
        if (!to || to === from) continue;
        const key = from.index * count + to.index;
        const known = edges.get(key);
        if (known) {
          known.count += 1;
          known.control = known.control && use.input < 0;
          continue;
        }
        const type = use.port >= 0 && node.outputs[use.port] ? node.outputs[use.port].type : null;
        const edge = { from, to, count: 1, control: use.input < 0, type };
        edges.set(key, edge);
        from.outs.push(edge);
        to.ins.push(edge);
      }
    }
    return [...edges.values()];
  }
}
