import express, { type Express } from 'express'
import { rejectOptionsMethod } from '#src/http/problem'

/** An Express app as both the starting and the ready server need it. */
export function createExpress(): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  // The API and its headers match '/api/v1' case-sensitively, so Express must too.
  app.enable('case sensitive routing')
  app.use(rejectOptionsMethod)
  return app
}
