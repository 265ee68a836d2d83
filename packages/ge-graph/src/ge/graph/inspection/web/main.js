// Puts model, picture and lists together.

const MOST_EXPANDED = 400; // larger graphs start with their scopes closed

const model = JSON.parse(byId("model").textContent);
const graphs = new Map(); // made when first shown
const picture = new Picture(byId("canvas"));
let graph = null;
let visible = null;

function graphAt(index) {
  if (!graphs.has(index)) {
    const made = new Graph(model.graphs[index]);
    made.setAll(made.nodes.length > MOST_EXPANDED);
    graphs.set(index, made);
  }
  return graphs.get(index);
}

function refresh() {
  visible = graph.visible(byId("constants").checked);
  picture.selected = null;
  picture.show(visible);
  showScopes(graph, toggle);
  markFound();
}

function openGraph(index) {
  byId("graphs").value = index;
  graph = graphAt(index);
  byId("search").value = "";
  search();
  refresh();
  showTypes(graph, (type) => { byId("search").value = type; search(); });
  showGraph(graph);
  picture.fit();
}

function openNamed(name) {
  const index = model.graphs.findIndex((each) => each.name === name);
  if (index >= 0) openGraph(index);
}

function toggle(scope) {
  scope.collapsed = !scope.collapsed;
  refresh();
  picture.redraw();
}

function expand(scope) {
  scope.collapsed = false;
  const place = graph.nodes.find((node) => { for (let s = node.scope; s; s = s.parent) if (s === scope) return true; return false; });
  refresh();
  showGraph(graph);
  if (place && visible.ofNode[place.place]) picture.center(visible.ofNode[place.place]);
}

function select(item) {
  picture.selected = item;
  if (!item) showGraph(graph);
  else if (item.scope) showScope(graph, item.scope, () => expand(item.scope));
  else showNode(graph, item.node, choose, openNamed);
  picture.redraw();
}

// Shows a node wherever it is: opens what is around it, brings it to the middle.
function choose(node) {
  if (graph.reveal(node)) refresh();
  if (!visible.ofNode[node.place]) {
    byId("constants").checked = true;
    refresh();
  }
  const item = visible.ofNode[node.place];
  select(item);
  picture.center(item);
}

function markFound() {
  const found = matches(graph, byId("search").value);
  picture.found = new Set(found.map((node) => visible.ofNode[node.place]).filter((item) => item));
  return found;
}

function search() {
  if (!visible) return;
  showFound(markFound(), choose);
  picture.redraw();
}

function followPointer() {
  const canvas = byId("canvas");
  let drag = null;
  canvas.addEventListener("pointerdown", (event) => {
    drag = { x: event.clientX, y: event.clientY, moved: false };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!drag) {
      canvas.classList.toggle("over", Boolean(picture.itemAt(event.clientX, event.clientY)));
      return;
    }
    const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
    if (!drag.moved && Math.abs(dx) + Math.abs(dy) < 4) return;
    canvas.classList.add("dragging");
    drag = { x: event.clientX, y: event.clientY, moved: true };
    picture.x += dx;
    picture.y += dy;
    picture.redraw();
  });
  canvas.addEventListener("pointerup", (event) => {
    if (drag && !drag.moved) select(picture.itemAt(event.clientX, event.clientY));
    drag = null;
    canvas.classList.remove("dragging");
  });
  canvas.addEventListener("dblclick", (event) => {
    const item = picture.itemAt(event.clientX, event.clientY);
    if (item && item.scope) expand(item.scope);
  });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = canvas.getBoundingClientRect();
    picture.zoom(Math.exp(-event.deltaY * 0.0015), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });
}

function zoomButton(id, factor) {
  byId(id).addEventListener("click", () => {
    const { width, height } = byId("canvas").getBoundingClientRect();
    picture.zoom(factor, width / 2, height / 2);
  });
}

function start() {
  showFacts(model);
  model.graphs.forEach((each, index) => {
    const option = element("option", "", `${each.is_function ? "function " : ""}${each.name || "(no name)"}  (${each.nodes.length})`);
    option.value = index;
    byId("graphs").append(option);
  });
  byId("graphs").addEventListener("change", () => openGraph(Number(byId("graphs").value)));
  byId("search").addEventListener("input", search);
  byId("search").addEventListener("keydown", (event) => {
    const found = event.key === "Enter" ? matches(graph, byId("search").value) : [];
    if (found.length) choose(found[(found.indexOf(picture.selected && picture.selected.node) + 1) % found.length]);
  });
  byId("constants").addEventListener("change", refresh);
  for (const [id, collapsed] of [["expand", false], ["collapse", true]]) {
    byId(id).addEventListener("click", () => { graph.setAll(collapsed); refresh(); picture.fit(); });
  }
  byId("fit").addEventListener("click", () => picture.fit());
  zoomButton("closer", 1.3);
  zoomButton("farther", 1 / 1.3);
  followPointer();
  window.addEventListener("resize", () => picture.redraw());
  document.addEventListener("keydown", (event) => {
    if (event.target.tagName === "INPUT") return;
    if (event.key === "/") { event.preventDefault(); byId("search").focus(); }
    if (event.key === "f") picture.fit();
  });
  if (model.graphs.length) openGraph(0);
}

start();
