import { z } from 'zod'
import { grouped } from './grouped'
import { limits } from './limits'
import { recordId } from './number-fields'

const idMessage = `An id must be a whole number from 1 to ${grouped(limits.id)}`

/** The id in a path: /customers/{id}. */
export const idParam = z.object({
  id: z
    .preprocess(
      (value: string | number): unknown =>
        /^[1-9]\d{0,9}$/.test(String(value)) ? Number(value) : value,
      recordId(idMessage),
    )
    .meta({ example: 1 }),
})

const idsMessage = `ids must be a list of 1 to ${grouped(limits.bulkIds)} ids`

/** The body of a bulk delete and of a restore. One malformed id refuses all of it. */
export const idsInput = z.object({
  ids: z
    .array(recordId(idMessage), idsMessage)
    .min(1, idsMessage)
    .max(limits.bulkIds, idsMessage)
    .meta({ description: 'Unknown ids are skipped', example: [1, 2, 3] }),
})

/** How many records a bulk delete or a restore has changed. */
export const countAnswer = z.object({ count: z.int().meta({ example: 3 }) })

export type IdsInput = z.output<typeof idsInput>
export type CountAnswer = z.output<typeof countAnswer>
