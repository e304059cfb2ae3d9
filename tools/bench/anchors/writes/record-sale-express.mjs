// Records the same sales as a team would: Express, its JSON parser and pg.
import { createHash } from 'node:crypto'
import express from 'express'
import pg from 'pg'
import { toSaleValues } from './to-sale-values.mjs'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const text = process.env.STATEMENT ?? ''
const session = { version: Number(process.env.TOKEN_VERSION), session: Buffer.alloc(32) }
const app = express()

app.post('/api/v1/sales', express.json(), async ({ body, headers }, response) => {
  const hash = createHash('sha256').update(JSON.stringify(body)).digest()
  const values = toSaleValues(body, {
    userId: 1,
    ...session,
    key: headers['idempotency-key'],
    hash,
  })
  const { rows } = await pool.query({ name: 'record sale', text, values })
  response.status(201).type('json').send(rows[0].document)
})

app.listen(Number(process.env.PORT), '127.0.0.1')
