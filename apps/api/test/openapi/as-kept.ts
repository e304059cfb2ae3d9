import { isOfType, type SchemaNode } from './schema-node'

/**
 * What the API is more lenient with than its schemas say: texts are trimmed, but for days and
 * passwords; an empty one that may be left out is null; and the numbers of records, which forms
 * hold, may come as text.
 */
export function asKept(node: SchemaNode, value: unknown, field = ''): unknown {
  if (typeof value === 'string') return keptText(node, value, field)
  if (!node.properties || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value
  }
  const { properties } = node
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      Object.hasOwn(properties, name) ? asKept(properties[name] ?? {}, child, name) : child,
    ]),
  )
}

const strict = /^(customerId|supplierId)$/

function keptText(node: SchemaNode, text: string, field: string): unknown {
  if (isOfType(node, 'integer') && !strict.test(field)) {
    return /^\s*-?\d+(\.0*)?\s*$/.test(text) ? Number(text) : text
  }
  if (!isOfType(node, 'string') || node.format === 'date' || /password/i.test(field)) return text
  return text.trim() === '' && isOfType(node, 'null') ? null : text.trim()
}
