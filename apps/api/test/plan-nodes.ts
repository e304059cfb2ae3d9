export type PlanNode = { type: string; table: string | undefined; rows: number; loops: number }

export type RawNode = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: RawNode[]
}

/** Every node of a plan that really ran. */
export function nodesOf(node: RawNode): PlanNode[] {
  const { 'Node Type': type, 'Relation Name': table, Plans = [] } = node
  const self = { type, table, rows: node['Actual Rows'], loops: node['Actual Loops'] }
  return [self, ...Plans.flatMap(nodesOf)].filter(({ loops }) => loops > 0)
}
