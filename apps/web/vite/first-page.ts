import path from 'node:path'
import { runnerImport, type Plugin, type Rolldown } from 'vite'

import { checkFirstPageStyles } from './first-page-styles.ts'

type Drawn = typeof import('@/app/prerendered-login')

const drawn = path.join(import.meta.dirname, '../src/app/prerendered-login.tsx')

/**
 * Puts into index.html the login page as React draws it, and the names of the app's files, so that the
 * page can ask for them before any script does. The styles of the first paint it has itself.
 */
export function firstPage(): Plugin {
  return {
    name: 'first-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const { module } = await runnerImport<Drawn>(drawn, { resolve: { tsconfigPaths: true } })
        const { app, styles, early } = findFiles(bundle)
        const withLogin = fill(html, 'login', module.prerenderLogin())
        const page = fill(withLogin, 'app', preload(app.fileName, styles.fileName))
        checkFirstPageStyles(page, early, String(styles.source))
        return page
      },
    },
  }
}

function fill(html: string, id: string, content: string) {
  const [before, after, ...more] = html.split(`<template id="${id}"></template>`)
  if (after === undefined || more.length > 0) throw new Error(`index.html has not once #${id}`)
  return `${before}<template id="${id}">${content}</template>${after}`
}

/** Not yet a stylesheet: it becomes one when the app is imported, which waits until it is there. */
function preload(app: string, styles: string) {
  return `<link rel="modulepreload" crossorigin href="/${app}"><link rel="preload" as="style" crossorigin href="/${styles}">`
}

/** The app, its styles, and what can be shown before it comes. */
function findFiles(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const app = chunks.find(({ name }) => name === 'app')
  const [styles, ...more] = Array.from(app?.viteMetadata?.importedCss ?? [], (name) => bundle[name])
  if (!app || styles?.type !== 'asset' || more.length > 0) {
    throw new Error('The build has not one file for the app and one for its styles')
  }
  const first = chunks.filter(({ isEntry }) => isEntry)
  const next = new Set(first.flatMap(({ dynamicImports }) => dynamicImports))
  const beside = chunks.filter((chunk) => next.has(chunk.fileName) && chunk !== app)
  return { app, styles, early: [...first, ...beside] }
}
