import { z } from 'zod'

const secondFactorRequired = z.boolean('Second factor must be true or false').meta({
  description:
    'Owners and managers without a second factor must set one up after their next sign-in',
  example: true,
})

/** The settings of the shop, as its owner changes them. */
export const shopInput = z.object({ secondFactorRequired })

export const shop = shopInput.extend({
  version: z.int().meta({ description: 'Grows with each change', example: 1 }),
})

export type ShopInput = z.output<typeof shopInput>
export type Shop = z.output<typeof shop>
