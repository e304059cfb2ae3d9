import type { z } from 'zod'
import { contactInput, contactRow } from './contact'
import { defineResource } from '../definitions'
import { noQuery } from '../http/request-params'

export const customers = defineResource({
  path: 'customers',
  input: contactInput,
  row: contactRow,
  query: noQuery,
})

export type CustomerInput = z.output<typeof customers.input>
export type Customer = z.output<typeof customers.row>
