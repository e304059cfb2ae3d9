import { z } from 'zod'
import { alive, stock } from './shop'

const id = z.int().refine((value) => alive.includes(value))
const cents = z.number().refine((value) => Number((value * 100).toFixed(3)) % 1 === 0)
const toCents = (amount: number) => Math.round(amount * 100)
const day = z.string().refine((value) => !value.startsWith('0000'))
const lines = z
  .object({ productId: id, price: z.number(), quantity: z.number(), total: z.number() })
  .refine(({ price, quantity, total }) => price * quantity === total)
  .array()

type Lines = z.output<typeof lines>
const sumOf = (details: Lines) => details.reduce((sum, { total }) => sum + toCents(total), 0)

/** What a schema of the document cannot say of a body: by one of its fields, what else must hold. */
const rules: Record<string, z.ZodType> = {
  categoryId: z.object({ categoryId: id }),
  expenseCategoryId: z.object({ expenseCategoryId: id }),
  saleDetails: z
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
  purchaseDetails: z
    .object({ supplierId: id, purchaseDate: day, totalAmount: cents, purchaseDetails: lines })
    .refine(({ purchaseDetails, totalAmount }) => sumOf(purchaseDetails) === toCents(totalAmount)),
  // A stock that somebody sets is not negative; one that stays what it was may be anything.
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
      // Of the most common ones, these are tried.
      .refine((text) => !/^x{8,9}$/.test(text)),
  }),
}

/** Whether a body that its schema lets through is refused all the same. */
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
  return typeof value === 'string' && /[\0\p{Surrogate}]/u.test(value)
}
