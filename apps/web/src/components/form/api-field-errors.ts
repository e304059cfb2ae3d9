import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'

import { ApiError } from '@/lib/api/api-client'

/** Shows the API's errors at their fields, or above the form if none of them belongs to a field. */
export function showApiErrors<Values extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
) {
  const { errors, message } = error instanceof ApiError ? error : new ApiError(0)
  const fieldErrors = fields.flatMap((field) => {
    const issue = errors.find(({ path }) => path === field)
    return issue ? [{ field, message: issue.message }] : []
  })
  if (fieldErrors.length === 0) setError('root', { message })
  for (const [index, fieldError] of fieldErrors.entries()) {
    setError(fieldError.field, { message: fieldError.message }, { shouldFocus: index === 0 })
  }
}
