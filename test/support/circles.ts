/** A directed graph: what each thing leads to. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** The graph of these pairs. */
export function graphOf(pairs: Iterable<readonly [from: string, to: string]>): Graph {
  const graph = new Map<string, Set<string>>()
  for (const [from, to] of pairs) graph.set(from, (graph.get(from) ?? new Set()).add(to))
  return graph
}

/** Groups of two and more things that all lead to one another, each sorted. */
export function circlesIn(graph: Graph): string[][] {
  const reach = new Map([...graph.keys()].map((from) => [from, reachedIn(graph, from)]))
  const groups = [...reach].flatMap(([from, reached]) => {
    const circle = [...reached].filter((to) => reach.get(to)?.has(from)).sort()
    return circle.length > 1 && circle[0] === from ? [circle] : []
  })
  return groups.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
}

function reachedIn(graph: Graph, from: string): ReadonlySet<string> {
  const reached = new Set<string>()
  const open = [from]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const to of graph.get(next) ?? []) {
      if (reached.has(to)) continue
      reached.add(to)
      open.push(to)
    }
  }
  return reached
}
