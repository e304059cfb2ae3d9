// The layers. Across folders every import begins with '@/' (web) or '#src/' (API), so a layer is a prefix.
export const webLayers = ['app', 'features', 'resources', 'components', 'lib']
export const apiLayers = [
  'cli',
  'main',
  'server',
  'app',
  'modules',
  'http',
  'database',
  'env',
  'env-values',
  'database-address',
  'security',
  'errors',
  'time',
]

/** @type {(files: string[], what: { patterns?: object[], paths?: object[] }) => object} */
const restrict = (files, { patterns = [], paths = [] }) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns, paths }] },
})
const upward = { regex: '^\\.\\.(/|$)', message: 'Across folders import from "@/…" or "#src/…".' }

/** A layer may not import the layers above it. */
const above = (layers, layer, prefix) =>
  layers.slice(0, layers.indexOf(layer)).map((name) => ({
    group: [`${prefix}/${name}`, `${prefix}/${name}/**`],
    message: `${layer} lies below ${name}.`,
  }))

const noToast = {
  name: 'sonner',
  message: 'Toasts are raised by lib and components; a screen names its sentences in resources.',
}
const noSuspense = {
  name: 'react',
  importNames: ['lazy', 'Suspense', 'use'],
  message:
    'components/lazy/lazy-component shows what is loaded at once. React waits 300 ms after a fallback.',
}
const noTable = {
  name: '@tanstack/react-table',
  message: 'The table kit is components/data-table.',
  allowTypeImports: true,
}

// A value inside a statement's text could be SQL itself (injection).
const unsafe = [
  { property: '$queryRawUnsafe' },
  { property: '$executeRawUnsafe' },
  { object: 'Prisma', property: 'raw' },
].map((access) => ({ ...access, message: 'Values are parameters: $queryRaw`… ${value}`.' }))

const web = webLayers.map((layer) =>
  restrict([`apps/web/src/${layer}/**`], {
    patterns: [
      upward,
      ...above(webLayers, layer, '@'),
      ...(layer === 'features'
        ? [{ group: ['@/features/**'], message: 'A feature never imports a feature.' }]
        : []),
    ],
    paths: [noSuspense, ...(['components', 'lib'].includes(layer) ? [] : [noToast, noTable])],
  }),
)
const api = apiLayers.map((layer) =>
  restrict([`apps/api/src/${layer}/**`, `apps/api/src/${layer}.ts`], {
    patterns: [
      upward,
      ...above(apiLayers, layer, '#src'),
      ...(layer === 'modules'
        ? [{ group: ['#src/modules/**'], message: 'Modules never import modules.' }]
        : []),
    ],
  }),
)

// A module of one file lies beside the others.
const modules = restrict(['apps/api/src/modules/*.ts'], {
  patterns: [
    upward,
    ...above(apiLayers, 'modules', '#src'),
    { group: ['#src/modules/**', './*'], message: 'Modules never import modules.' },
  ],
})

// The login page loads these files and no zod.
const zodFree = restrict(['packages/contracts/src/zod-free/*.ts'], {
  patterns: [{ group: ['zod', '../**'], message: 'Files in zod-free import no zod.' }],
})

export default {
  plugins: [
    'typescript',
    'unicorn',
    'oxc',
    'import',
    'node',
    'promise',
    'react',
    'jsx-a11y',
    'vitest',
  ],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['**/generated/**', '**/dist/**'],
  rules: {
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'import/no-duplicates': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
    'no-console': 'error',
    'no-restricted-properties': ['error', ...unsafe],
    'node/no-process-env': 'error',
    'react/exhaustive-deps': 'error',
    'react/rules-of-hooks': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    // JSX needs no React in scope; pg's default export is the documented one; loops wait for flags
    // that other functions change; a small function may stand where it is used.
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    'no-underscore-dangle': 'off',
    // Express 5 hands a rejected promise to the error handler.
    'oxc/no-async-endpoint-handlers': 'off',
    'no-unmodified-loop-condition': 'off',
    'react/react-in-jsx-scope': 'off',
    'unicorn/consistent-function-scoping': 'off',
    // A worker's port, not a window.
    'unicorn/require-post-message-target-origin': 'off',
  },
  overrides: [
    {
      files: ['apps/web/src/**'],
      rules: {
        'no-restricted-globals': [
          'error',
          { name: 'fetch', message: 'Only lib/api-client talks to the API.' },
          { name: 'XMLHttpRequest', message: 'Only lib/api-client talks to the API.' },
        ],
      },
    },
    {
      files: ['apps/web/src/lib/api/{api-client,file-upload}.ts', '**/*.test.ts', '**/*.test.tsx'],
      rules: { 'no-restricted-globals': 'off' },
    },
    { files: ['**/*.test.ts'], rules: { 'no-restricted-properties': 'off' } },
    ...web,
    ...api,
    modules,
    zodFree,
    { files: ['**/*.config.ts', '**/*.config.mjs'], rules: { 'import/no-default-export': 'off' } },
    {
      files: ['apps/api/src/env.ts', '**/*.test.ts', '**/test/**', '**/e2e/**', '**/*.config.ts'],
      rules: { 'node/no-process-env': 'off' },
    },
    {
      files: [
        'scripts/**',
        '**/scripts/**',
        'tools/**/*.mjs',
        'tools/bench/anchors/**',
        'docker/**',
      ],
      rules: { 'no-console': 'off', 'node/no-process-env': 'off' },
    },
  ],
}
