import { apiLayers, webLayers } from '../../oxlint.config.mjs'

/** For each layer, a file that imports a layer above it. */
const layerBreaches = [
  ...importsFromAbove('apps/api', apiLayers, '#src'),
  ...importsFromAbove('apps/web', webLayers, '@'),
]

function importsFromAbove(app, layers, prefix) {
  return layers.flatMap((layer, depth) =>
    layers
      .slice(0, depth)
      .map((above) => [
        `${layer} of ${app} that imports ${above}`,
        `${app}/src/${layer}/broken-${layer}-to-${above}.ts`,
        `import * as other from '${prefix}/${above}/other'\nexport const x = other\n`,
        `${layer} lies below ${above}.`,
      ]),
  )
}

/** Files that each break one rule, with the name that the check prints for the rule. */
export const ruleBreaches = [
  ...layerBreaches,
  [
    'a type error',
    'packages/contracts/src/broken-type.ts',
    `export const one: string = 1\n`,
    'TS2322',
  ],
  [
    'a tag for a sentence that does not exist',
    'scripts/broken-tag.test.mjs',
    `// @holds spec 1.999\nexport const x = ['a title', async () => {}]\n`,
    'The tag names "spec 1.999"',
  ],
  ['a type error in scripts', 'scripts/broken-type.mjs', `Math.max('a')\n`, 'TS2345'],
  [
    'the type any',
    'apps/api/src/http/broken-any.ts',
    `export const one = (x: any) => x.y\n`,
    'no-explicit-any',
  ],
  [
    'a floating promise',
    'apps/api/src/http/broken-promise.ts',
    `export async function later() {}\nlater()\n`,
    'no-floating-promises',
  ],
  [
    'a promise as a condition',
    'apps/api/src/http/broken-condition.ts',
    `const later = async () => true\nexport const x = () => (later() ? 1 : 2)\n`,
    'no-misused-promises',
  ],
  ...['tx.$queryRawUnsafe(text)', 'tx.$executeRawUnsafe(text)', 'Prisma.raw(text)'].map(
    (call, index) => [
      `unsafe SQL by ${call}`,
      `apps/api/src/database/broken-sql-${index}.ts`,
      `export const x = ({ tx, Prisma, text }: Record<string, never>) => ${call}\n`,
      'no-restricted-properties',
    ],
  ),
  [
    'console outside of scripts',
    'apps/api/src/http/broken-console.ts',
    `export const x = () => console.log('hello')\n`,
    'no-console',
  ],
  [
    'a non-null assertion',
    'apps/api/src/http/broken-assertion.ts',
    `export const first = (list: string[]) => list[0]!\n`,
    'no-non-null-assertion',
  ],
  [
    'process.env outside env.ts',
    'apps/api/src/http/broken-env.ts',
    `export const port = process.env.PORT\n`,
    'no-process-env',
  ],
  [
    'a module that imports a module',
    'apps/api/src/modules/broken/broken.service.ts',
    `import * as other from '#src/modules/sessions/sessions.service'\nexport const x = other\n`,
    'Modules never import modules.',
  ],
  [
    'a module that imports a sibling module',
    'apps/api/src/modules/broken-sibling.ts',
    `import * as other from './sales'\nexport const x = other\n`,
    'Modules never import modules.',
  ],
  [
    'a feature that imports a feature',
    'apps/web/src/features/broken/broken-page.tsx',
    `import * as other from '@/features/login/login-page'\nexport const x = other\n`,
    'A feature never imports a feature.',
  ],
  [
    'a relative import across folders',
    'apps/web/src/lib/broken-climb.ts',
    `import * as other from '../components/logo'\nexport const x = other\n`,
    'Across folders import from "@/…" or "#src/…".',
  ],
  [
    'the api in the web app',
    'apps/web/src/lib/broken-app.ts',
    `import * as other from '@stockie/api'\nexport const x = other\n`,
    'TS2307',
  ],
  [
    'fetch outside the api client',
    'apps/web/src/features/broken/broken-fetch.ts',
    `export const x = () => fetch('/api/v1/customers')\n`,
    'Only lib/api-client talks to the API.',
  ],
  [
    'XMLHttpRequest outside the api client',
    'apps/web/src/features/broken/broken-request.ts',
    `export const x = () => new XMLHttpRequest()\n`,
    'Only lib/api-client talks to the API.',
  ],
  [
    'the table library in a feature',
    'apps/web/src/features/broken/broken-table.ts',
    `import { useReactTable } from '@tanstack/react-table'\nexport const x = useReactTable\n`,
    'The table kit is components/data-table.',
  ],
  [
    'the toast library in a feature',
    'apps/web/src/features/broken/broken-toast.ts',
    `import { toast } from 'sonner'\nexport const x = toast\n`,
    'Toasts are raised by lib and components',
  ],
  [
    "React's lazy in a feature",
    'apps/web/src/features/broken/broken-lazy.ts',
    `import { lazy } from 'react'\nexport const x = lazy\n`,
    'components/lazy/lazy-component shows',
  ],
  [
    'an import cycle',
    'apps/web/src/lib/broken-cycle.ts',
    `import { b } from './broken-cycle-back'\nexport const a = () => b\n`,
    'no-cycle',
  ],
  [
    'the second file of an import cycle',
    'apps/web/src/lib/broken-cycle-back.ts',
    `import { a } from './broken-cycle'\nexport const b = () => a\n`,
    'no-cycle',
  ],
  [
    'a default export',
    'apps/web/src/lib/broken-default.ts',
    `export default function broken() {}\n`,
    'no-default-export',
  ],
  [
    'a file of more than 250 lines',
    'apps/api/src/http/broken-length.ts',
    Array.from({ length: 251 }, (_, line) => `export const line${line} = ${line}\n`).join(''),
    'max-lines',
  ],
  ['bad formatting', 'packages/contracts/src/broken-format.ts', `export  const x = {a:1};\n`, ''],
  ['a dead file', 'apps/web/src/lib/broken-dead.ts', `export const unused = 1\n`, 'Unused files'],
]
