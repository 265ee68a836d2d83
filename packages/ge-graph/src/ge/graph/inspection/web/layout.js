// Puts items in layers, producers above consumers, and orders each layer so that edges are short. Everything takes time
// in proportion to items and edges: long edges get bend points only while there are few of them.

const LAYER_HEIGHT = 86;
const NODE_HEIGHT = 46;
const GAP = 22;
const BEND_WIDTH = 10;
const MOST_BENDS_OF_AN_EDGE = 60;
const SWEEPS = 10;

function layOut(items, edges) {
  assignLayers(items);
  const layers = [];
  for (const item of items) (layers[item.layer] ||= []).push(item);
  for (let i = 0; i < layers.length; ++i) layers[i] ||= [];
  addBends(edges, layers, 4 * items.length + 2000);
  for (const layer of layers) spread(layer, (item) => item.x || 0);
  for (let sweep = 0; sweep < SWEEPS; ++sweep) {
    const down = sweep % 2 === 0;
    for (let i = 0; i < layers.length; ++i) {
      const layer = layers[down ? i : layers.length - 1 - i];
      spread(layer, (item) => wanted(item, down));
    }
  }
  layers.forEach((layer, index) => { for (const item of layer) item.y = index * LAYER_HEIGHT; });
  return layers.map((layer) => layer.filter((item) => !item.bend));
}

function assignLayers(items) {
  for (const item of items) item.layer = 0;
  // An edge back to an earlier item, which a closed scope can cause, counts for nothing here.
  for (const item of items) {
    for (const edge of item.outs) {
      if (edge.to.index > item.index) edge.to.layer = Math.max(edge.to.layer, item.layer + 1);
    }
  }
  // Sources stand right above the first that reads them.
  for (const item of items) {
    if (item.ins.length || !item.outs.length) continue;
    item.layer = Math.max(0, item.outs.reduce((least, edge) => Math.min(least, edge.to.layer), Infinity) - 1);
  }
}

function addBends(edges, layers, budget) {
  for (const edge of edges) {
    edge.bends = [];
    const span = edge.to.layer - edge.from.layer;
    if (span < 2 || span > MOST_BENDS_OF_AN_EDGE || span > budget) continue;
    budget -= span;
    for (let layer = edge.from.layer + 1; layer < edge.to.layer; ++layer) {
      const bend = { bend: true, width: BEND_WIDTH, layer, above: null, below: null };
      const last = edge.bends[edge.bends.length - 1];
      bend.above = last || edge.from;
      if (last) last.below = bend;
      edge.bends.push(bend);
      layers[layer].push(bend);
    }
    edge.bends[edge.bends.length - 1].below = edge.to;
  }
}

// The middle of what is above (or below) and joined to it.
function wanted(item, above) {
  if (item.bend) return (above ? item.above : item.below).x;
  let sum = 0, count = 0;
  for (const edge of above ? item.ins : item.outs) {
    const bends = edge.bends;
    const end = above ? edge.from : edge.to;
    sum += bends.length ? (above ? bends[bends.length - 1] : bends[0]).x : end.x;
    count += 1;
  }
  return count ? sum / count : item.x;
}

// Sorts a layer by where its items want to be and gives each the place nearest to that.
function spread(layer, wish) {
  for (const item of layer) item.wish = wish(item);
  layer.sort((a, b) => a.wish - b.wish);
  const left = new Array(layer.length), right = new Array(layer.length);
  const apart = (a, b) => (a.width + b.width) / 2 + GAP;
  for (let i = 0; i < layer.length; ++i) {
    left[i] = i ? Math.max(layer[i].wish, left[i - 1] + apart(layer[i - 1], layer[i])) : layer[i].wish;
  }
  for (let i = layer.length - 1; i >= 0; --i) {
    right[i] = i + 1 < layer.length ? Math.min(layer[i].wish, right[i + 1] - apart(layer[i], layer[i + 1])) : layer[i].wish;
    layer[i].x = (left[i] + right[i]) / 2;
  }
}
