// Draws the visible items and edges, only those that are in sight, and tells where the pointer is.

const TYPE_FONT = "600 12px system-ui, 'Segoe UI', Roboto, sans-serif";
const LABEL_FONT = "11px system-ui, 'Segoe UI', Roboto, sans-serif";
const LEAST_WIDTH = 84, MOST_WIDTH = 210;
const READABLE_SCALE = 0.35; // texts are not drawn below it
const TYPES_SCALE = 0.6; // nor tensor types below this

// FNV-1a, spread over the circle.
function hueOf(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; ++i) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return Math.round(((hash * 0.6180339887) % 1) * 360);
}

function colorOf(type, light) {
  const wanted = getComputedStyle(document.documentElement).getPropertyValue(light);
  return CONSTANTS.has(type) ? `hsl(0 0% ${wanted})` : `hsl(${hueOf(type)} 58% ${wanted})`;
}

function fillOf(type) { return colorOf(type, "--node-light"); }
function dotOf(type) { return colorOf(type, "--node-line"); }

class Picture {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.layers = [];
    this.edges = [];
    this.selected = null;
    this.found = new Set();
    this.colors = new Map();
    this.pending = false;
  }

  show(visible) {
    for (const item of visible.items) this.measure(item);
    this.layers = layOut(visible.items, visible.edges);
    this.items = visible.items;
    this.edges = visible.edges;
    for (const edge of this.edges) this.boundEdge(edge);
    this.redraw();
  }

  measure(item) {
    item.title = item.scope ? item.scope.name : item.node.type;
    item.note = item.scope ? `${item.scope.nodes} nodes` : item.node.label;
    this.context.font = TYPE_FONT;
    const title = this.context.measureText(item.title).width;
    this.context.font = LABEL_FONT;
    const note = this.context.measureText(item.note).width;
    item.width = Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, 22 + Math.max(title, note)));
  }

  boundEdge(edge) {
    const points = [edge.from, ...edge.bends, edge.to];
    edge.left = Math.min(...points.map((p) => p.x)) - 40;
    edge.right = Math.max(...points.map((p) => p.x)) + 40;
    edge.top = Math.min(edge.from.y, edge.to.y) - 40;
    edge.bottom = Math.max(edge.from.y, edge.to.y) + NODE_HEIGHT + 40;
  }

  fit() {
    const { width, height } = this.canvas.getBoundingClientRect();
    const items = this.items;
    if (!items.length || !width) return;
    let left = Infinity, right = -Infinity;
    for (const item of items) {
      left = Math.min(left, item.x - item.width / 2);
      right = Math.max(right, item.x + item.width / 2);
    }
    const bottom = (this.layers.length - 1) * LAYER_HEIGHT + NODE_HEIGHT;
    const whole = Math.min((width - 60) / (right - left), (height - 60) / bottom, 1.2);
    // A graph that would be too small to read is shown from its top, in the width that there is.
    this.scale = whole >= 0.5 ? whole : Math.max(0.5, Math.min(1, (width - 60) / (right - left)));
    this.x = width / 2 - ((left + right) / 2) * this.scale;
    this.y = whole < this.scale ? 40 : (height - bottom * this.scale) / 2;
    if (whole < this.scale && this.layers[0].length) {
      const first = this.layers[0];
      this.x = width / 2 - ((first[0].x + first[first.length - 1].x) / 2) * this.scale;
    }
    this.redraw();
  }

  center(item) {
    const { width, height } = this.canvas.getBoundingClientRect();
    this.scale = Math.max(this.scale, 0.7);
    this.x = width / 2 - item.x * this.scale;
    this.y = height / 2 - (item.y + NODE_HEIGHT / 2) * this.scale;
    this.redraw();
  }

  zoom(factor, atX, atY) {
    const scale = Math.min(3, Math.max(0.02, this.scale * factor));
    this.x = atX - ((atX - this.x) * scale) / this.scale;
    this.y = atY - ((atY - this.y) * scale) / this.scale;
    this.scale = scale;
    this.redraw();
  }

  itemAt(clientX, clientY) {
    const box = this.canvas.getBoundingClientRect();
    const x = (clientX - box.left - this.x) / this.scale;
    const y = (clientY - box.top - this.y) / this.scale;
    const layer = this.layers[Math.floor(y / LAYER_HEIGHT)];
    if (!layer || y - Math.floor(y / LAYER_HEIGHT) * LAYER_HEIGHT > NODE_HEIGHT) return null;
    return layer.find((item) => Math.abs(item.x - x) <= item.width / 2) || null;
  }

  redraw() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => { this.pending = false; this.draw(); });
  }

  draw() {
    const ratio = window.devicePixelRatio || 1;
    const { width, height } = this.canvas.getBoundingClientRect();
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    this.style = getComputedStyle(document.documentElement);
    const context = this.context;
    context.setTransform(ratio * this.scale, 0, 0, ratio * this.scale, ratio * this.x, ratio * this.y);
    const sight = {
      left: -this.x / this.scale, right: (width - this.x) / this.scale,
      top: -this.y / this.scale, bottom: (height - this.y) / this.scale,
    };
    const marked = [], plain = [];
    for (const edge of this.edges) {
      if (edge.right < sight.left || edge.left > sight.right || edge.bottom < sight.top || edge.top > sight.bottom) continue;
      if (this.selected && (edge.from === this.selected || edge.to === this.selected)) marked.push(edge);
      else plain.push(edge);
    }
    for (const edge of plain) this.drawEdge(edge, this.color("--edge"), 1);
    for (const edge of marked) this.drawEdge(edge, this.color(edge.to === this.selected ? "--in" : "--out"), 2);
    const last = Math.min(this.layers.length - 1, Math.ceil(sight.bottom / LAYER_HEIGHT));
    for (let i = Math.max(0, Math.floor(sight.top / LAYER_HEIGHT)); i <= last; ++i) {
      for (const item of this.layers[i]) {
        if (item.x + item.width / 2 >= sight.left && item.x - item.width / 2 <= sight.right) this.drawItem(item);
      }
    }
  }

  color(name) { return this.style.getPropertyValue(name); }

  drawEdge(edge, color, width) {
    const context = this.context;
    context.strokeStyle = color;
    context.lineWidth = width / Math.max(this.scale, 0.4);
    context.setLineDash(edge.control ? [5, 4] : []);
    context.beginPath();
    let x = edge.from.x, y = edge.from.y + NODE_HEIGHT;
    context.moveTo(x, y);
    const bendTo = (toX, toY) => {
      const reach = Math.max(18, Math.abs(toY - y) * 0.45);
      context.bezierCurveTo(x, y + reach, toX, toY - reach, toX, toY);
      [x, y] = [toX, toY];
    };
    for (const bend of edge.bends) {
      bendTo(bend.x, bend.y);
      y = bend.y + NODE_HEIGHT;
      context.lineTo(bend.x, y);
    }
    bendTo(edge.to.x, edge.to.y - 5);
    context.stroke();
    context.setLineDash([]);
    if (this.scale < READABLE_SCALE) return;
    context.fillStyle = color;
    context.beginPath();
    context.moveTo(edge.to.x - 4, edge.to.y - 7);
    context.lineTo(edge.to.x + 4, edge.to.y - 7);
    context.lineTo(edge.to.x, edge.to.y);
    context.fill();
  }

  // What the first edge out of an item carries, right below it.
  drawType(item) {
    const type = item.outs.length ? item.outs[0].type : null;
    if (!type) return;
    const context = this.context;
    context.font = LABEL_FONT;
    const text = this.shortened(type, Math.max(item.width, 150));
    const width = context.measureText(text).width;
    context.fillStyle = this.color("--back");
    context.fillRect(item.x - width / 2 - 3, item.y + NODE_HEIGHT + 5, width + 6, 14);
    context.fillStyle = this.color(item === this.selected ? "--text" : "--soft");
    context.fillText(text, item.x, item.y + NODE_HEIGHT + 16);
  }

  drawItem(item) {
    const context = this.context;
    const left = item.x - item.width / 2;
    const fill = item.scope ? this.color("--panel") : this.fillFor(item.node.type);
    const chosen = item === this.selected;
    context.fillStyle = fill;
    context.strokeStyle = this.outline(item, chosen);
    context.lineWidth = chosen || this.found.has(item) ? 2.5 / Math.min(1, this.scale) : 1;
    if (item.scope) {
      context.beginPath();
      context.roundRect(left + 4, item.y - 4, item.width - 8, NODE_HEIGHT, 7);
      context.fill();
      context.stroke();
    }
    context.beginPath();
    context.roundRect(left, item.y, item.width, NODE_HEIGHT, 7);
    context.fill();
    context.stroke();
    if (this.scale < READABLE_SCALE) return;
    context.textAlign = "center";
    context.fillStyle = this.color("--node-text");
    context.font = TYPE_FONT;
    context.fillText(this.shortened(item.title, item.width - 14), item.x, item.y + 20);
    context.fillStyle = this.color("--soft");
    context.font = LABEL_FONT;
    context.fillText(this.shortened(item.note, item.width - 14), item.x, item.y + 36);
    if (this.scale >= TYPES_SCALE) this.drawType(item);
  }

  outline(item, chosen) {
    if (chosen) return this.color("--accent");
    if (this.found.has(item)) return this.color("--found");
    return item.scope ? this.color("--edge") : this.remembered("line", item.node.type, dotOf);
  }

  fillFor(type) { return this.remembered("fill", type, fillOf); }

  remembered(what, type, make) {
    const key = `${what} ${type}`;
    if (!this.colors.has(key)) this.colors.set(key, make(type));
    return this.colors.get(key);
  }

  shortened(text, width) {
    const context = this.context;
    const whole = context.measureText(text).width;
    if (whole <= width) return text;
    const kept = Math.max(1, Math.floor((text.length * width) / whole) - 2);
    return "\u2026" + text.slice(text.length - kept);
  }
}
