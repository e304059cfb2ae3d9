import { z } from 'zod'

/** Makes a POST that is sent twice count once. */
export const idempotencyKey = z
  .string('Idempotency-Key must be one header')
  .regex(/^[\u0021-\u007e]{1,200}$/, 'Idempotency-Key must have 1 to 200 visible ASCII characters')
  .meta({
    description:
      'Of your own, for each account and path. The same key and body again gives the first answer again, for ever, also after what it made was changed or deleted; another body is 409',
    example: '5f6b2c1e-7f0a-4b6e-9a43-2c8f6f0d1b7e',
  })
