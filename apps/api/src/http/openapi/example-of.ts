import { z } from 'zod'

type Node = {
  $ref?: string
  example?: unknown
  properties?: Record<string, Node>
  items?: Node
}

/** A whole example, put together from those that the contract gives of its fields. */
export function exampleOf(schema: z.ZodType): unknown {
  const written = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const { $defs = {}, ...root }: Node & { $defs?: Record<string, Node> } = JSON.parse(
    JSON.stringify(written),
  )
  return assemble(root, 'body', $defs)
}

function assemble(node: Node, name: string, named: Record<string, Node>): unknown {
  const { $ref, items, properties } = node
  if ('example' in node) return node.example
  if (items) return [assemble(items, name, named)]
  if (properties) {
    const fields = Object.entries(properties)
    return Object.fromEntries(
      fields.map(([field, value]) => [field, assemble(value, field, named)]),
    )
  }
  const referred = named[$ref?.replace('#/$defs/', '') ?? '']
  if (!referred) throw new Error(`The contract gives no example of "${name}".`)
  return assemble(referred, name, named)
}
