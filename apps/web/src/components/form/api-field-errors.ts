import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'

import { ApiError } from '@/lib/api/api-error'

/** Puts what the API refused at its fields, or above the form what belongs to none of them. */
export function showApiErrors<Values extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
) {
  const { errors, message } = error instanceof ApiError ? error : new ApiError(0)
  const refused = fields.flatMap((field) => {
    const said = errors.find(({ path }) => path === field)
    return said ? [{ field, message: said.message }] : []
  })
  if (refused.length === 0) setError('root', { message })
  for (const [index, said] of refused.entries()) {
    setError(said.field, { message: said.message }, { shouldFocus: index === 0 })
  }
}
