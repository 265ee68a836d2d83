#include <algorithm>
#include <charconv>
#include <map>
#include <numeric>

#include "serialize/model_reader.h"
#include "serialize/text_format.h"
#include "serialize/wire_reader.h"

namespace ge::serialize {
namespace {

std::string Where(const ir::Node& node) {
  return base::Text("node \"", node.name(), "\" (", node.type(), ")");
}

// A text of the file, for a message: it may be any bytes.
std::string Shown(std::string_view text) {
  return "\"" + (IsUtf8(text) ? std::string(text) : Escaped(text)) + "\"";
}

// `<producer>:<output>`, cut at the last colon.
struct Source {
  std::string_view producer;
  int64_t output = 0;
};

base::Result<Source> ParseSource(std::string_view text, size_t colon) {
  Source source{text.substr(0, colon), 0};
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + colon + 1, end, source.output);
  if (error == std::errc() && rest == end && rest != text.data() + colon + 1) return source;
  return NoSense(base::Text(Shown(text), " does not end in the number of an output"));
}

// What a file says of the places of an output's uses (-1: of a node's control edges), in their present order.
using UsePlaces = std::map<std::pair<ir::Node*, int32_t>, std::vector<int64_t>>;

void OrderUses(ir::Graph& graph, const UsePlaces& all) {
  for (const auto& [source, places] : all) {
    const auto& [node, output] = source;
    const size_t uses = output < 0 ? node->control_outputs().size() : node->uses(output).size();
    // Where not every reader says its place, the order of the file stays.
    if (places.size() != uses || std::is_sorted(places.begin(), places.end())) continue;
    std::vector<size_t> order(places.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&places = places](size_t a, size_t b) { return places[a] < places[b]; });
    graph.OrderUses(node, output, order);
  }
}

}  // namespace

base::Status ModelReader::Connect(ir::Graph& graph, const std::vector<Named>& operators,
                                  const NameTable& nodes) {
  UsePlaces places;
  for (const Named& op : operators) {
    int64_t port = 0;
    const bool tells_order = !op.use_order.empty() && op.use_order.size() == op.inputs.size();
    for (size_t i = 0; i < op.inputs.size(); ++i) {
      const std::string_view input = op.inputs[i];
      const size_t colon = input.rfind(':');
      if (colon == std::string_view::npos) {
        ++port;
        continue;
      }
      base::Result<Source> source = ParseSource(input, colon);
      if (!source.ok()) return source.status().In(base::Text(Where(*op.node), " has the input"));
      ir::Node* producer = nodes.Find(source->producer);
      if (producer == nullptr) {
        return NoSense(base::Text(Where(*op.node), " reads ", Shown(input), ", but there is no node ",
                                  Shown(source->producer)));
      }
      const base::Status added = source->output < 0
                                     ? graph.AddControlEdge(producer, op.node)
                                     : graph.AddDataEdge(producer, source->output, op.node, port++);
      if (!added.ok()) return NoSense(added.message()).In(base::Text("\"", input, "\""));
      if (tells_order) {
        const auto output = static_cast<int32_t>(std::max<int64_t>(source->output, -1));
        places[{producer, output}].push_back(op.use_order[i]);
      }
    }
  }
  OrderUses(graph, places);
  return {};
}

base::Status ModelReader::ReadResults(ir::Graph& graph, const std::vector<std::string_view>& inputs,
                                      const std::vector<std::string_view>& outputs, const NameTable& nodes) {
  std::vector<ir::Endpoint> results;
  for (const auto* list : {&inputs, &outputs}) {
    const char* what = list == &inputs ? "an input" : "a result";
    for (const std::string_view text : *list) {
      const size_t colon = text.rfind(':');
      if (colon == std::string_view::npos)
        return NoSense(base::Text(what, " of the graph is ", Shown(text), ", without an output"));
      base::Result<Source> source = ParseSource(text, colon);
      if (!source.ok()) return source.status().In(base::Text(what, " of the graph is"));
      ir::Node* node = nodes.Find(source->producer);
      if (node == nullptr) {
        return NoSense(base::Text(what, " of the graph is ", Shown(text), ", but there is no node ",
                                  Shown(source->producer)));
      }
      if (list == &inputs) continue;
      if (!node->HasOutput(source->output)) {
        return NoSense(base::Text(what, " of the graph is output ", source->output, " of ", Where(*node),
                                  ", which has ", node->output_count()));
      }
      results.push_back({node, static_cast<int32_t>(source->output)});
    }
  }
  // NetOutput says the same, and stays true when the graph changes.
  if (graph.net_output() == nullptr) graph.SetOutputs(std::move(results));
  return {};
}

}  // namespace ge::serialize
