import { countAnswer, idParam, idsInput, stockBeyondLimits } from '@stockie/contracts'
import { body } from './body'
import type { Describe } from './describe'
import { json } from './json'
import { problems } from './problem-responses'
import { capitalized, typeName, type Words } from './words'

type Removal = {
  path: string
  words: Words
  /** Whether deleting gives stock back, or takes it, which can go beyond what a stock may be. */
  movesStock?: boolean
}

/** Deleting one, deleting many and bringing back: the same for all eight resources. */
export function describeRemoval({ path, words, movesStock = false }: Removal): Describe {
  const { a, one, many } = words
  const tags = [capitalized(many)]
  const ids = body(`Which ${many}.`, idsInput)
  const refusals = problems(400, 401, 403, 413, 415, 422)
  const limit = movesStock ? ` Or 422: ${stockBeyondLimits}` : ''

  return (registry) => {
    registry.registerPath({
      method: 'delete',
      path: `${path}/{id}`,
      operationId: `delete${typeName(one)}`,
      summary: `Delete ${a}`,
      description: `It leaves every list and sum, and can be restored.${limit}`,
      tags,
      request: { params: idParam },
      responses: {
        204: { description: 'Deleted.' },
        ...problems(400, 401, 403, 404),
        ...(movesStock && problems(422)),
      },
    })
    registry.registerPath({
      method: 'delete',
      path: `${path}/bulk`,
      operationId: `delete${typeName(many)}`,
      summary: `Delete many ${many} at once`,
      description: `All or nothing. Unknown ids, and those that are deleted already, are skipped.${limit}`,
      tags,
      request: ids,
      responses: { 200: json('How many were deleted.', countAnswer), ...refusals },
    })
    registry.registerPath({
      method: 'post',
      path: `${path}/restore`,
      operationId: `restore${typeName(many)}`,
      summary: `Bring deleted ${many} back exactly as they were`,
      description: `All or nothing. Unknown ids, and those that are not deleted, are skipped.${limit}`,
      tags,
      request: ids,
      responses: { 200: json('How many were brought back.', countAnswer), ...refusals },
    })
  }
}
