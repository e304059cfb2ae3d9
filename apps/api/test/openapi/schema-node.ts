import { z } from 'zod'

const keywords = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
})
const node = keywords.extend({
  get items() {
    return node.optional()
  },
  get properties() {
    return z.record(z.string(), node).optional()
  },
})

/** What the walk reads of a JSON schema. */
export type SchemaNode = z.output<typeof node>

/** A schema of the document with those that it names in their places. */
export function readSchema(schema: unknown, named: Record<string, unknown>): SchemaNode {
  const { $ref, items, properties, ...rest } = node.parse(schema)
  if ($ref) return readSchema(named[$ref.replace('#/components/schemas/', '')], named)
  return {
    ...rest,
    ...(items && { items: readSchema(items, named) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, child]) => [name, readSchema(child, named)]),
      ),
    }),
  }
}

export function isOfType({ type }: SchemaNode, name: string): boolean {
  return [type ?? []].flat().includes(name)
}
