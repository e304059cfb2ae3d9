// Records sales as an experienced developer would without a framework: one statement, prepared once per
// connection, whose JSON is sent as it is. There is no login, and only the statement checks the request.
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
