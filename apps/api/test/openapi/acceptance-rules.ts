import { z } from 'zod'
import {
  bodyPointer,
  isOfType,
  type Operation,
  type SchemaNode,
  type Schemas,
} from './document-reader'
import { deletedIds, exampleFinish, existingIds, stock } from './example-shop'

/**
 * Normalizes a value where the API is more lenient than its schemas. It trims texts except days, instants
 * and passwords, reads an empty optional text as null, and accepts integers as text, as forms send them.
 */
export function normalizeAsStored(node: SchemaNode, value: unknown, field = ''): unknown {
  if (typeof value === 'string') return normalizeText(node, value, field)
  if (!node.properties || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value
  }
  const { properties } = node
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      Object.hasOwn(properties, name)
        ? normalizeAsStored(properties[name] ?? {}, child, name)
        : child,
    ]),
  )
}

const strictIdFields = /^(customerId|supplierId)$/
const optionalWholeFields = /^reorder(Level|Target)$/

function normalizeText(node: SchemaNode, text: string, field: string): unknown {
  if (isOfType(node, 'integer') && !strictIdFields.test(field)) {
    if (optionalWholeFields.test(field) && text.trim() === '') return null
    return /^\s*-?\d+(\.0*)?\s*$/.test(text) ? Number(text) : text
  }
  if (!isOfType(node, 'string') || node.format?.startsWith('date') || /password/i.test(field))
    return text
  return text.trim() === '' && isOfType(node, 'null') ? null : text.trim()
}

const id = z.int().refine((value) => existingIds.includes(value))
const idOrDeleted = z.int().refine((value) => [...existingIds, ...deletedIds].includes(value))
const cents = z.number().refine((value) => Number((value * 100).toFixed(3)) % 1 === 0)
const toCents = (amount: number) => Math.round(amount * 100)
const day = z.string().refine((value) => !value.startsWith('0000'))
const dayUpToToday = day.refine((value) => value <= new Date().toISOString())
const linesOf = (productId: z.ZodInt) =>
  z
    .object({ productId, price: z.number(), quantity: z.number(), total: z.number() })
    .refine(({ price, quantity, total }) => price * quantity === total)
    .array()
const lines = linesOf(id)

type Lines = z.output<typeof lines>
const sumOf = (details: Lines) => details.reduce((sum, { total }) => sum + toCents(total), 0)

/** A count of a category or of chosen products, some of which exist. */
const countChoice = z
  .object({
    categoryId: id.nullish(),
    productIds: z
      .array(z.number())
      .refine((chosen) => chosen.some((one) => existingIds.includes(one)))
      .nullish(),
  })
  .refine(({ categoryId, productIds }) => categoryId == null || productIds == null)

/** One number was entered before, which is the stock. */
const countedNumber = z
  .object({
    counted: z.number().nullable(),
    mode: z.string().default('replace'),
    entries: z.literal(1).optional(),
  })
  .refine(({ counted, mode }) => {
    const sum = counted === null ? null : counted + (mode === 'add' ? stock : 0)
    return sum === null ? mode === 'replace' : sum >= 0 && sum <= 1_000_000_000
  })
const cashCount = z.object({ counted: z.looseObject({}) })
const isFinishOfExample = (moment: string) => Date.parse(moment) === Date.parse(exampleFinish)

/** Rules that a JSON schema cannot express. The key is a field that identifies the body. */
const rules: Record<string, z.ZodType> = {
  categoryId: z.union([z.object({ price: z.unknown(), categoryId: id }), countChoice]),
  productIds: countChoice,
  counted: z.union([countedNumber, cashCount]),
  finishedAt: z.object({ finishedAt: z.string().refine(isFinishOfExample).optional() }),
  expenseCategoryId: z.object({ expenseCategoryId: id, date: day.optional() }),
  saleDate: z
    .object({
      customerId: id,
      saleDate: day,
      discount: cents,
      shippingFees: cents,
      totalAmount: cents,
      saleDetails: lines,
    })
    .refine(({ saleDetails, discount, shippingFees, totalAmount }) => {
      const total = sumOf(saleDetails) - toCents(discount) + toCents(shippingFees)
      return Math.max(0, total) === toCents(totalAmount)
    }),
  saleDetails: z.union([
    // A sale, which the rule of its date judges.
    z.object({ totalAmount: z.number() }),
    // A parked sale: its customer and its products may be deleted.
    z
      .object({
        customerId: idOrDeleted.nullish(),
        discount: cents,
        shippingFees: cents,
        saleDetails: linesOf(idOrDeleted).refine(
          (details) => new Set(details.map(({ productId }) => productId)).size === details.length,
        ),
      })
      .refine(({ customerId, saleDetails }) => customerId || saleDetails.length > 0),
  ]),
  // The sale 1 has one line, and no shipping fees.
  returnDate: z.object({
    returnDate: day,
    lines: z
      .object({ saleDetailId: z.literal(1) })
      .array()
      .max(1),
    refund: cents.max(24_000_000).nullish(),
    shippingRefund: z.number().max(0).optional(),
  }),
  purchaseDetails: z
    .object({ supplierId: id, purchaseDate: day, totalAmount: cents, purchaseDetails: lines })
    .refine(({ purchaseDetails, totalAmount }) => sumOf(purchaseDetails) === toCents(totalAmount)),
  closedThrough: z.object({ closedThrough: dayUpToToday.nullable() }),
  openingFloat: z.object({
    date: dayUpToToday,
    openingFloat: cents,
    counted: z.object({ sum: cents.optional() }),
    paidOtherwise: cents.optional(),
    takenOut: z
      .array(
        z.object({ amount: cents.refine((value) => value > 0), reason: z.string().trim().min(1) }),
      )
      .optional(),
  }),
  // A new stock must not be negative. An unchanged stock may be anything.
  stock: z
    .object({ stock: z.number(), baseStock: z.number().default(stock) })
    .refine(
      (edit) => edit.stock === edit.baseStock || (edit.stock >= 0 && edit.stock <= 1_000_000_000),
    )
    .refine((edit) => Math.abs(stock + edit.stock - edit.baseStock) <= 2_000_000_000),
  password: z.object({
    email: z.literal('owner@stockie.test'),
    password: z.literal('stockie-demo'),
  }),
  newPassword: z.object({
    currentPassword: z.literal('stockie-demo'),
    newPassword: z
      .string()
      .min(8)
      // The mutations contain only these of the most common passwords.
      .refine((text) => !/^x{8,9}$/.test(text)),
  }),
}

/** Whether the API refuses a body although its schema accepts it. */
export function breaksRule(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  const fields = Object.keys(body)
  return (
    Object.values(body).some(isNotStorable) ||
    Object.entries(rules).some(
      ([field, rule]) => fields.includes(field) && !rule.safeParse(body).success,
    )
  )
}

function isNotStorable(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isNotStorable)
  return typeof value === 'string' && /[\0\p{Surrogate}]/u.test(value)
}

/** Whether the API must accept a body, by its schema and the rules beyond the schema. */
export function acceptsBody(
  operation: Operation,
  node: SchemaNode,
  text: string,
  { validate }: Schemas,
): boolean {
  const body = normalizeAsStored(node, JSON.parse(text))
  return validate(bodyPointer(operation), body).length === 0 && !breaksRule(body)
}

/** Whether the API must accept the parameters of a kind. Only lists may be repeated. */
export function acceptsParameters(
  { parameters, pointer }: Operation,
  kind: 'query' | 'header',
  given: URLSearchParams | Headers,
  { validate }: Schemas,
): boolean {
  const isValid = parameters.every((parameter, index) => {
    if (parameter.in !== kind) return true
    const values =
      given instanceof Headers ? headerValues(given, parameter.name) : given.getAll(parameter.name)
    if (values.length === 0) return !parameter.required
    const isList = values.length > 1 || parameter.schema.type === 'array'
    const value = isList ? values : coerceInteger(values[0] ?? '', parameter.schema)
    return validate(`${pointer}/parameters/${index}/schema`, value).length === 0
  })
  return isValid && (given instanceof Headers || !(breaksRange(given) || lacksResource(given)))
}

/** Whether a query names a record of no resource. */
function lacksResource(query: URLSearchParams): boolean {
  return query.has('id') && !query.has('resource')
}

function headerValues(headers: Headers, name: string): string[] {
  const value = headers.get(name)
  return value === null ? [] : [value]
}

function coerceInteger(text: string, { type }: Record<string, unknown>): unknown {
  return type === 'integer' && /^\s*-?\d+(\.0*)?\s*$/.test(text) ? Number(text) : text
}

/** Checks the rules of a range of days that a JSON schema cannot express. */
function breaksRange(query: URLSearchParams): boolean {
  const days = ['startDate', 'endDate'].map((name) => query.get(name))
  const [start, end] = days
  const all = [...days, query.get('date')]
  return all.some((given) => given?.startsWith('0000')) || (!!start && !!end && start > end)
}
