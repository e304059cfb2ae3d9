import path from 'node:path'
import { runnerImport, type Plugin, type Rolldown } from 'vite'

type Drawn = typeof import('../src/app/drawn-login')

const drawn = path.join(import.meta.dirname, '../src/app/drawn-login.tsx')

/**
 * Puts into index.html what the first paint needs: the styles, and the login page as React draws it.
 * And the names of the app's files, so that the page can ask for them before any script does.
 */
export function firstPage(): Plugin {
  return {
    name: 'first-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const { module } = await runnerImport<Drawn>(drawn, { resolve: { tsconfigPaths: true } })
        const withLogin = fill(html, 'login', module.drawnLogin())
        return inlineStyles(fill(withLogin, 'app', preload(bundle)), bundle)
      },
    },
  }
}

function fill(html: string, id: string, content: string) {
  return replaceOnce(
    html,
    `<template id="${id}"></template>`,
    `<template id="${id}">${content}</template>`,
  )
}

function preload(bundle: Rolldown.OutputBundle) {
  const app = Object.values(bundle).find(({ type, name }) => type === 'chunk' && name === 'app')
  if (!app) throw new Error('The build has no file for the app')
  return `<link rel="modulepreload" crossorigin href="/${app.fileName}">`
}

/** The one file of styles, which then is none any more. */
function inlineStyles(html: string, bundle: Rolldown.OutputBundle) {
  const styles = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.css'))
  const [file] = styles
  if (file?.type !== 'asset' || styles.length > 1) throw new Error('The styles are not one file')
  delete bundle[file.fileName]
  const link = `<link rel="stylesheet" crossorigin href="/${file.fileName}">`
  return replaceOnce(html, link, `<style>${String(file.source).trim()}</style>`)
}

function replaceOnce(html: string, part: string, by: string) {
  const [before, after, ...more] = html.split(part)
  if (after === undefined || more.length > 0) throw new Error(`index.html has not once ${part}`)
  return before + by + after
}
