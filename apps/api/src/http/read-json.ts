import type { IncomingMessage, ServerResponse } from 'node:http'
import express, { type RequestHandler } from 'express'
import { AppError } from '@/errors'

/** A sale of 1,000 lines and a bulk of 10,000 ids fit well. */
const parse = express.json({ limit: '512kb', strict: false })

/** The JSON that a request brings, or what is wrong with it; undefined where it brings nothing. */
export function readJson(
  request: IncomingMessage & { body?: unknown },
  response: ServerResponse,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    parse(request, response, (error?: unknown) => {
      const { body } = request
      if (error) reject(error)
      else if (body === undefined && hasBody(request)) reject(refusal())
      else resolve(body)
    })
  })
}

/** The same for what stands behind Express. */
export const parseJsonBody: RequestHandler = async (request, response, next) => {
  await readJson(request, response)
  next()
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** A body of another type is left unread by the parser. No body needs no type. */
function refusal(): AppError {
  return new AppError('unsupported_type', 'The body must be JSON: application/json.')
}
