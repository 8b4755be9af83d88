import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useNotify, useTranslate } from 'react-admin'

import { remediesOf, type Remedy, type Rule, type User } from '#schema'

import { CopyButton, copyText } from '../fields/CopyButton.tsx'
import { useDeclaredPermissions } from '../../client/session/authProvider.ts'
import { useUser } from '../../client/session/user.ts'
import { useT } from '../../client/i18n/texts.ts'
import english from '../../../texts/en/permissions.json'

/** Which permissions would open a page, by the words of the role editor, ready to be sent to a person who can give them. */
export function MissingPermissions({ rules }: { rules: readonly Rule[] }) {
  const t = useT(english)
  const notify = useNotify()
  const { grant, withdraw } = missingFor(rules, useUser())
  const textOf = usePermissionText()
  const request = useRequest([...grant, ...withdraw], textOf)
  const copy = async () => {
    if (await copyText(request)) notify(t('copied'), { type: 'success' })
  }
  if (grant.length + withdraw.length === 0) return null
  return (
    <Paper variant="outlined" sx={paperStyle}>
      <Named title={t('permission_missing')} names={grant} textOf={textOf} />
      <Named title={t('permission_in_the_way')} names={withdraw} textOf={textOf} />
      <Typography variant="body2" color="text.secondary">
        {t('permission_ask')}
      </Typography>
      <Button variant="outlined" onClick={() => void copy()} sx={{ justifySelf: 'start' }}>
        {t('permission_copy')}
      </Button>
    </Paper>
  )
}

type TextOf = (name: string) => string

interface NamedProps {
  title: string
  names: readonly string[]
  textOf: TextOf
}

function Named({ title, names, textOf }: NamedProps) {
  if (names.length === 0) return null
  return (
    <div>
      <Typography component="h2" variant="subtitle2">
        {title}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {names.map((name) => (
          <li key={name}>
            {textOf(name)}{' '}
            <Box component="code" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              <bdi>{name}</bdi>
            </Box>
            <CopyButton text={name} />
          </li>
        ))}
      </Box>
    </div>
  )
}

/** One text with everything that an administrator needs to know. */
function useRequest(names: readonly string[], textOf: TextOf): string {
  const t = useT(english)
  const { name, email } = useUser()
  const lines = names.map((one) => `– ${textOf(one)} (${one})`.replace('–  (', '– ('))
  const values = { name, email, page: window.location.href }
  return [t('permission_request', values), ...lines].join('\n')
}

/** What the role editor says of permissions; a name alone where there are no words for it. */
function usePermissionText(): TextOf {
  const translate = useTranslate()
  const { data = [] } = useDeclaredPermissions()
  return (name) => {
    const known = data.find((one) => one.name === name)?.description
    return translate(`permissions.${name}`, { _: known ?? ' ' }).trim()
  }
}

/** What opens all the rules; a rule that several permissions would open is opened by the first. */
function missingFor(rules: readonly Rule[], user: User): Remedy {
  const chosen = rules.flatMap((rule) => remediesOf(rule, user).slice(0, 1))
  return {
    grant: [...new Set(chosen.flatMap(({ grant }) => grant))],
    withdraw: [...new Set(chosen.flatMap(({ withdraw }) => withdraw))],
  }
}

const paperStyle = {
  display: 'grid',
  gap: 1.5,
  p: 2,
  mb: 2,
  maxWidth: 480,
  textAlign: 'start',
} as const
