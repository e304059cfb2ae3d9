import { z } from 'zod'

/** For lists that cannot be asked anything; what is asked nevertheless is ignored. */
export const noQuery = z.object({})
