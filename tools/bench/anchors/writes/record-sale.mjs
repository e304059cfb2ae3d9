// Sales as an experienced developer would take them without a framework: the one statement, prepared once a
// connection, and PostgreSQL's own JSON handed on. Nobody signs in, and nothing is checked but by the statement.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'
import { toSaleValues } from './to-sale-values.mjs'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const text = process.env.STATEMENT ?? ''
const session = { version: Number(process.env.TOKEN_VERSION), session: Buffer.alloc(32) }

async function answer(request, response) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = JSON.parse(Buffer.concat(chunks).toString())
  const key = request.headers['idempotency-key']
  const hash = createHash('sha256').update(JSON.stringify(body)).digest()
  const values = toSaleValues(body, { userId: 1, ...session, key, hash })
  const { rows } = await pool.query({ name: 'record sale', text, values })
  const document = Buffer.from(rows[0].document)
  response
    .writeHead(201, { 'content-type': 'application/json', 'content-length': document.length })
    .end(document)
}

createServer((request, response) => void answer(request, response)).listen(
  Number(process.env.PORT),
  '127.0.0.1',
)
