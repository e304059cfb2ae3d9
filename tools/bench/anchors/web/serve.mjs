// Serves the files of a folder, compressed once at the start, as Stockie does.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const types = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}

const folder = process.argv[2]
const files = new Map()
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue
  const file = path.join(entry.parentPath, entry.name)
  const name = path.relative(folder, file).split(path.sep).join('/')
  const content = readFileSync(file)
  // At the highest quality, the file of 100,000 rows would take a minute.
  const quality = content.length < 1_000_000 ? 11 : 4
  files.set(name === 'index.html' ? '/' : `/${name}`, {
    br: brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    gzip: gzipSync(content),
    type: types[path.extname(file)] ?? 'application/octet-stream',
  })
}

createServer((request, response) => {
  const file = files.get(request.url)
  if (!file) {
    response.statusCode = 404
    response.end()
    return
  }
  const encoding = /\bbr\b/.test(request.headers['accept-encoding']) ? 'br' : 'gzip'
  response.setHeader('Content-Type', file.type)
  response.setHeader('Content-Encoding', encoding)
  response.setHeader('Content-Length', file[encoding].length)
  response.setHeader('Cache-Control', 'no-cache')
  response.end(file[encoding])
}).listen(Number(process.env.PORT), '127.0.0.1')
