export { listTexts } from './locale/localizationTexts.server.ts'
export { onlyDefault } from './locale/onlyDefault.server.ts'
export { createTranslations } from './locale/translations.server.ts'
export { systemBehaviors } from './systemBehaviors.server.ts'
