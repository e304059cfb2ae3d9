import { z } from 'zod'
import { recordVersion } from '../definitions'
import { limits } from '../zod-free/limits'
import { optionalEmail, optionalText, requiredText } from '../fields'

/** The input of both customers and suppliers. */
export const contactInput = z.object({
  name: requiredText({ required: 'Name is required', label: 'Name', max: limits.name }).meta({
    example: 'Ada Fashola',
  }),
  email: optionalEmail.meta({ example: 'ada@example.com' }),
  phone: optionalText({ label: 'Phone', max: limits.phone }).meta({ example: '+44 20 7946 0018' }),
  address: optionalText({ label: 'Address', max: limits.longText }).meta({
    example: '12 Quay Street, Bristol',
  }),
})

export const contactRow = z.object({
  id: z.int().meta({ example: 1 }),
  name: z.string().meta({ example: 'Ada Fashola' }),
  email: z.string().nullable().meta({ example: 'ada@example.com' }),
  phone: z.string().nullable().meta({ example: '+44 20 7946 0018' }),
  address: z.string().nullable().meta({ example: '12 Quay Street, Bristol' }),
  ...recordVersion,
})
