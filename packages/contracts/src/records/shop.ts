import { z } from 'zod'
import { optionalEmail, optionalText, readNumber } from '../fields'
import { limits } from '../zod-free/limits'

const secondFactorRequired = z.boolean('Second factor must be true or false').meta({
  description:
    'Owners and managers without a second factor must set one up after their next sign-in',
  example: true,
})

/** The paper of a slip: two rolls and a page. */
export const slipWidths = ['80mm', '58mm', 'A4'] as const

const slipWidth = z
  .enum(slipWidths, 'Slip width must be 80mm, 58mm or A4')
  .meta({ example: '80mm' })

const coverDaysMessage = `Days of cover must be a whole number from 1 to ${limits.coverDays}`
/** How many days a stock should last. The text of a form's field is a number too. */
export const coverDays = z
  .preprocess(
    readNumber,
    z.int(coverDaysMessage).min(1, coverDaysMessage).max(limits.coverDays, coverDaysMessage),
  )
  .meta({
    description: 'How many days a stock should last. The reorder report lists what lasts less',
    example: 14,
  })

/** What slips and prints say of the shop, and its days of cover. */
export const shopDetails = z.object({
  name: optionalText({ label: 'Name', max: limits.name }).meta({ example: 'Harbour Coffee' }),
  address: optionalText({ label: 'Address', max: limits.longText }).meta({
    example: '12 Quay Street\nBristol',
  }),
  phone: optionalText({ label: 'Phone', max: limits.phone }).meta({ example: '+44 20 7946 0018' }),
  email: optionalEmail.meta({ example: 'shop@example.com' }),
  taxNumber: optionalText({ label: 'Tax number', max: limits.phone }).meta({
    example: 'GB 123 4567 89',
  }),
  slipFooter: optionalText({ label: 'Slip footer', max: limits.longText }).meta({
    example: 'Thank you!\nExchange within 14 days.',
  }),
  slipWidth,
  coverDays,
})

/** The settings of the shop, as its owner changes them. A missing setting stays as it is. */
export const shopInput = shopDetails.extend({
  slipWidth: slipWidth.optional(),
  secondFactorRequired: secondFactorRequired.optional(),
  coverDays: coverDays.optional(),
})

const text = z.string().nullable()

export const shop = z.object({
  name: text.meta({ example: 'Harbour Coffee' }),
  address: text.meta({ example: '12 Quay Street\nBristol' }),
  phone: text.meta({ example: '+44 20 7946 0018' }),
  email: text.meta({ example: 'shop@example.com' }),
  taxNumber: text.meta({ example: 'GB 123 4567 89' }),
  slipFooter: text.meta({ example: 'Thank you!\nExchange within 14 days.' }),
  slipWidth,
  hasLogo: z.boolean().meta({ example: false }),
  secondFactorRequired,
  coverDays: z.int().meta({ example: 14 }),
  version: z.int().meta({ description: 'Grows with each change', example: 1 }),
  key: z.string().nullable().meta({
    description: 'Tells the ids of this shop from those of another one, in exported files',
    example: '7f3c21ab',
  }),
})

/** The limits of a logo. */
export const logoLimits = { bytes: 512 * 1024, side: 2000 } as const
export const logoTypes = ['image/png', 'image/jpeg'] as const

export type ShopDetails = z.output<typeof shopDetails>
export type ShopInput = z.input<typeof shopInput>
export type Shop = z.output<typeof shop>
