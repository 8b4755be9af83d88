import { afterAll } from 'vitest'

import { writeBlocks } from './blocks.ts'

// The test that docs/recipes.md shows is one of this file.
const { load, remove } = writeBlocks('recipes.md', 'recipesTest')
afterAll(remove)
await load('articles.test.ts')
