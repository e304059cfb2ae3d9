// The minimum of every authenticated call: Express and one indexed lookup.
import express from 'express'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = express()

app.post('/verify', async (request, response) => {
  const { rows } = await pool.query({
    name: 'account',
    text: `select id, name, email, role from users
      where id = $1 and removed_at is null`,
    values: [Number(request.headers['x-user'])],
  })
  response.json({ user: rows[0] })
})

app.listen(Number(process.env.PORT), '127.0.0.1')
