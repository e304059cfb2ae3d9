import { ApiError } from '@/lib/api-error'

type Field = 'party' | 'discount' | 'shippingFees' | 'remark'

/** Why a draft was not recorded: at its fields, and what belongs to none of those. */
export interface Refusal {
  fields: Partial<Record<Field, string>>
  message?: string
  /** Another one was, before: what is said of it. */
  earlier?: string
}

const fieldOf = new Map<string, Field>([
  ['customerId', 'party'],
  ['supplierId', 'party'],
  ['discount', 'discount'],
  ['shippingFees', 'shippingFees'],
  ['remark', 'remark'],
])

export const noRefusal: Refusal = { fields: {} }

interface Issue {
  path: string
  message: string
}

/** Of what the contract refuses before anything is sent. */
export function toRefusal(issues: readonly Issue[]): Refusal {
  const [other] = issues.filter(({ path }) => !fieldOf.has(path))
  return { fields: fieldsOf(issues), ...(other && { message: other.message }) }
}

/** Of what came back from the API, or did not. */
export function refusalOf(error: unknown): Refusal {
  const { status, errors, message } = error instanceof ApiError ? error : new ApiError(500)
  const calming = status === 0 ? ' Sending it again records it once only.' : ''
  return { fields: fieldsOf(errors), message: message + calming }
}

function fieldsOf(issues: readonly Issue[]) {
  const fields: Refusal['fields'] = {}
  for (const { path, message } of issues) {
    const field = fieldOf.get(path)
    if (field) fields[field] ??= message
  }
  return fields
}
