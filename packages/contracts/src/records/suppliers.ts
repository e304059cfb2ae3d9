import type { z } from 'zod'
import { contactInput, contactRow } from './contact'
import { defineResource } from '../definitions'
import { noQuery } from '../http/request-params'

export const suppliers = defineResource({
  path: 'suppliers',
  input: contactInput,
  row: contactRow,
  query: noQuery,
})

export type SupplierInput = z.output<typeof suppliers.input>
export type Supplier = z.output<typeof suppliers.row>
