import path from 'node:path'
import { runnerImport, type Plugin, type Rolldown } from 'vite'

import { checkFirstPageStyles } from './first-page-styles.ts'

type PrerenderedLogin = typeof import('@/app/prerendered-login')

const prerenderedLogin = path.join(import.meta.dirname, '../src/app/prerendered-login.tsx')

/**
 * Fills index.html with the prerendered login page and with preload links to the app's files. The page
 * can then request them before any script runs. Its own styles are inline.
 */
export function firstPage(): Plugin {
  return {
    name: 'first-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const { module } = await runnerImport<PrerenderedLogin>(prerenderedLogin, {
          resolve: { tsconfigPaths: true },
        })
        const { app, styles, early } = findAppFiles(bundle)
        const withLogin = fillTemplate(html, 'login', module.prerenderLogin())
        const page = fillTemplate(withLogin, 'app', preloadLinks(app.fileName, styles.fileName))
        checkFirstPageStyles(page, early, String(styles.source))
        return page
      },
    },
  }
}

function fillTemplate(html: string, id: string, content: string) {
  const [before, after, ...more] = html.split(`<template id="${id}"></template>`)
  if (after === undefined || more.length > 0)
    throw new Error(`index.html must contain <template id="${id}"> exactly once`)
  return `${before}<template id="${id}">${content}</template>${after}`
}

/** Only preloads the stylesheet: importing the app applies it and waits for it. */
function preloadLinks(app: string, styles: string) {
  return `<link rel="modulepreload" crossorigin href="/${app}"><link rel="preload" as="style" crossorigin href="/${styles}">`
}

/** Finds the app's chunk, its stylesheet, and the chunks that can be shown before the app loads. */
function findAppFiles(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const app = chunks.find(({ name }) => name === 'app')
  const [styles, ...more] = Array.from(app?.viteMetadata?.importedCss ?? [], (name) => bundle[name])
  if (!app || styles?.type !== 'asset' || more.length > 0) {
    throw new Error('The build must make one file for the app and one for its styles')
  }
  const entries = chunks.filter(({ isEntry }) => isEntry)
  const dynamicNames = new Set(entries.flatMap(({ dynamicImports }) => dynamicImports))
  const imported = chunks.filter((chunk) => dynamicNames.has(chunk.fileName) && chunk !== app)
  return { app, styles, early: [...entries, ...imported] }
}
