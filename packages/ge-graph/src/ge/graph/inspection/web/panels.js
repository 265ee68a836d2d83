// The lists beside the picture. Texts from the model only ever become text, never markup.

const MOST_FOUND = 200;

function element(tag, className, text, onClick) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined && text !== null) made.textContent = text;
  if (onClick) made.addEventListener("click", onClick);
  return made;
}

function byId(id) { return document.getElementById(id); }

function bytesText(count) {
  let unit = 0;
  while (count >= 1024 && unit < 4) { count /= 1024; unit += 1; }
  return `${unit ? count.toFixed(1) : count} ${["B", "KiB", "MiB", "GiB", "TiB"][unit]}`;
}

function listItem(what, note, color, onClick) {
  const item = element("div", "item", null, onClick);
  if (color) item.append(element("span", "dot"));
  if (color) item.firstChild.style.background = color;
  const name = element("span", "what", what);
  name.title = what;
  item.append(name, element("span", "note", note));
  return item;
}

function showFacts(model) {
  const facts = [["kind", model.kind], ...Object.entries(model.properties), ["nodes", model.node_count.toLocaleString()],
    ["parameters", `${model.parameters.toLocaleString()} (${bytesText(model.parameter_bytes)})`]];
  for (const [name, text] of facts) byId("facts").append(element("dt", "", name), element("dd", "", text));
}

function showTypes(graph, search) {
  byId("types").replaceChildren(...Object.entries(graph.typeCounts).map(([type, count]) =>
    listItem(type, count, dotOf(type), () => search(type))));
}

function showScopes(graph, toggle) {
  const rows = [];
  const add = (scope, depth) => {
    for (const child of scope.children.values()) {
      if (child.nodes < 2) continue;
      const row = element("div", "item", null, () => toggle(child));
      row.style.paddingLeft = `${4 + 12 * depth}px`;
      row.append(element("span", "toggle", child.collapsed ? "\u25b8" : "\u25be"), element("span", "what", child.name),
        element("span", "note", child.nodes));
      rows.push(row);
      if (!child.collapsed) add(child, depth + 1);
    }
  };
  add(graph.root, 0);
  byId("scopes").replaceChildren(...(rows.length ? rows : [element("span", "soft", "no names with /")]));
}

function matches(graph, text) {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [];
  return graph.nodes.filter((node) => node.name.toLowerCase().includes(wanted) || node.type.toLowerCase().includes(wanted));
}

function showFound(found, choose) {
  const rows = found.slice(0, MOST_FOUND).map((node) => listItem(node.name, node.type, dotOf(node.type), () => choose(node)));
  if (found.length > MOST_FOUND) rows.push(element("div", "soft", `and ${found.length - MOST_FOUND} more`));
  byId("found").replaceChildren(...rows);
}

function heading(text) { return element("h2", "", text); }

function rowsTable(rows) {
  const table = element("table");
  for (const [left, ...right] of rows) {
    const row = table.insertRow();
    row.insertCell().textContent = left;
    row.insertCell().append(...right);
  }
  return table;
}

function attributeRows(attributes) {
  return Object.entries(attributes).map(([name, value]) => [name, element("code", "", value.value)]);
}

// A link to a node, and the type of what goes over the edge on a line of its own.
function nodeLink(graph, place, port, type, choose) {
  const node = graph.nodes[place];
  const parts = [element("a", "", port > 0 ? `${node.name}:${port}` : node.name, () => choose(node))];
  if (type) parts.push(element("br"), element("code", "soft", type));
  return parts;
}

function showNode(graph, node, choose, open) {
  const type = element("span", "type", node.type);
  type.style.background = fillOf(node.type);
  const parts = [element("div", "name", node.name), type];
  if (node.parameters) parts.push(element("div", "soft", `${node.parameters.toLocaleString()} parameters, ${bytesText(node.parameter_bytes)}`));
  const inputs = node.inputs.map((input) => {
    if (input.source < 0) return [input.name, element("span", "soft", "not connected")];
    const output = graph.nodes[input.source].outputs[input.port];
    return [input.name, ...nodeLink(graph, input.source, input.port, input.type || (output && output.type), choose)];
  });
  for (const place of node.controls) inputs.push(["after", ...nodeLink(graph, place, 0, null, choose)]);
  if (inputs.length) parts.push(heading("Inputs"), rowsTable(inputs));
  const outputs = node.outputs.map((output, port) => {
    const cells = [element("code", "", output.type || "type not known")];
    for (const use of node.uses.filter((each) => each.port === port).slice(0, MOST_FOUND)) {
      cells.push(element("br"), ...nodeLink(graph, use.place, 0, null, choose));
    }
    return [output.name, ...cells];
  });
  for (const use of node.uses.filter((each) => each.input < 0)) outputs.push(["before", ...nodeLink(graph, use.place, 0, null, choose)]);
  if (outputs.length) parts.push(heading("Outputs"), rowsTable(outputs));
  const bodies = node.subgraphs.map((body) => [body.slot, element("a", "", body.graph, () => open(body.graph))]);
  if (bodies.length) parts.push(heading("Subgraphs"), rowsTable(bodies));
  const attributes = attributeRows(node.attributes);
  if (attributes.length) parts.push(heading("Attributes"), rowsTable(attributes));
  byId("details").replaceChildren(...parts);
}

function showScope(graph, scope, expand) {
  const counts = new Map();
  for (const node of graph.nodes) {
    for (let around = node.scope; around; around = around.parent) {
      if (around === scope) counts.set(node.type, (counts.get(node.type) || 0) + 1);
    }
  }
  const rows = [...counts].sort((a, b) => b[1] - a[1]).map(([type, count]) => listItem(type, count, dotOf(type)));
  byId("details").replaceChildren(element("div", "name", scope.path), element("div", "soft", `${scope.nodes} nodes`),
    element("button", "", "expand", expand), heading("Types"), ...rows);
}

function showGraph(graph) {
  const parts = [element("div", "name", graph.name), element("div", "soft", `${graph.nodes.length} nodes; click one to see it`)];
  const attributes = attributeRows(graph.attributes);
  if (attributes.length) parts.push(heading("Attributes"), rowsTable(attributes));
  byId("details").replaceChildren(...parts);
}
