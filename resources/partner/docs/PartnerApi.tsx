import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

import { CopyButton, useApiQuery, useT } from '#browser'
import { useLoaded } from '#browser/later'

import type { BrokerDepartment } from '../../brokers/department/brokerDepartment.ts'
import english from '../../translations/en/partner.json'
import type { DescribedField, PartnerDocs } from './partnerDocs.ts'

export const PartnerApiLabel = () => useT(english)('partner.api')

/** What the department may call, how it signs in, and a first call to copy. */
export function PartnerApi({ record }: { record: BrokerDepartment }) {
  const { id, version, default_source: source } = record
  const t = useT(english)
  const query = useApiQuery<PartnerDocs>({
    // A changed department may be let do something else.
    queryKey: ['partner docs', id, version],
    path: `/broker/department/${id}/api`,
  })
  const { data, pending } = useLoaded(query)
  if (!data || pending) return pending
  const { auth_type, headers, endpoints, example, lead_fields, status_fields } = data
  return (
    <Stack spacing={2}>
      <Part title={t('partner.sign_in')}>
        <Typography>{t(`partner.auth.${auth_type}`)}</Typography>
        {headers.map((header) => (
          <Code key={header}>{header}</Code>
        ))}
        <Typography color="text.secondary">
          {t('partner.rate', { count: data.calls_per_minute })}
        </Typography>
      </Part>
      <Part title={t('partner.endpoints')}>
        <Box component="dl" sx={{ m: 0 }}>
          {endpoints.map(({ name, method, path }) => (
            <Box key={name} sx={{ py: 0.5 }}>
              <Code component="dt">{`${method} ${path}`}</Code>
              <Box component="dd" sx={{ m: 0 }}>
                {t(`partner.endpoint.${name}`)}
              </Box>
            </Box>
          ))}
        </Box>
      </Part>
      {example !== null && (
        <Part
          title={t('partner.example')}
          tool={<CopyButton text={example} name={t('partner.example')} />}
        >
          <Code component="pre">{example}</Code>
        </Part>
      )}
      {lead_fields.length > 0 && (
        <Part title={t('partner.lead_fields')}>
          {source === null && <Alert severity="warning">{t('partner.lead_source')}</Alert>}
          <Typography>{t('partner.lead_needs')}</Typography>
          <Typography>{t('partner.lead_repeat')}</Typography>
          <FieldTable label={t('partner.lead_fields')} fields={lead_fields} />
        </Part>
      )}
      <Part title={t('partner.status_fields')}>
        <Typography>{t('partner.status_needs')}</Typography>
        <FieldTable label={t('partner.status_fields')} fields={status_fields} />
        <Typography>{t('partner.reasons', { reasons: data.return_reasons.join(', ') })}</Typography>
      </Part>
    </Stack>
  )
}

function Part({ title, tool, children }: { title: string; tool?: ReactNode; children: ReactNode }) {
  return (
    <Card component="section" sx={{ p: 2 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography variant="h6" component="h3">
          {title}
        </Typography>
        {tool}
      </Stack>
      {children}
    </Card>
  )
}

/** What is written as it is, from left to right in every language. */
function Code({ component = 'p', children }: { component?: 'p' | 'dt' | 'pre'; children: string }) {
  return (
    <Box component={component} dir="ltr" sx={codeStyle}>
      {children}
    </Box>
  )
}

function FieldTable({ label, fields }: { label: string; fields: readonly DescribedField[] }) {
  const t = useT(english)
  return (
    <Box component="table" aria-label={label} sx={tableStyle}>
      <thead>
        <tr>
          <th scope="col">{t('partner.field')}</th>
          <th scope="col">{t('partner.type')}</th>
          <th scope="col">{t('partner.max')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, type, max }) => (
          <tr key={name}>
            <th scope="row">
              <code dir="ltr">{name}</code>
            </th>
            <td>{t(`partner.type.${type}`)}</td>
            <td>{max}</td>
          </tr>
        ))}
      </tbody>
    </Box>
  )
}

const codeStyle = {
  m: 0,
  // At the side where the text beside it begins, in Arabic the right one.
  width: 'fit-content',
  py: 0.5,
  fontFamily: 'monospace',
  fontSize: '0.875rem',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  textAlign: 'start',
}

const tableStyle = {
  width: '100%',
  my: 1,
  borderSpacing: 0,
  fontSize: '0.875rem',
  '& th, & td': { p: 0, py: 0.5, paddingInlineEnd: 2, textAlign: 'start', fontWeight: 400 },
  '& thead th': { color: 'text.secondary' },
  // Names of fields stay whole; what explains them breaks.
  '& td': { overflowWrap: 'anywhere' },
}
