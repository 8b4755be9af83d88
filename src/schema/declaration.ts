import type { Access, Operation, User } from './access.ts'
import type { Fields } from '../kinds/field.ts'
import type { Check, RowCheck } from './checks.ts'
import type { Actions } from './actions.ts'
import type { ImportDeclaration } from './imports/importDeclaration.ts'
import type { DeclaredSum, DeclaredCard } from './cards.ts'
import type { DeclaredView, ViewFilter } from './views.ts'
import type { IconName } from './texts/iconNames.ts'
import type {
  AnyName,
  DayName,
  FieldName,
  FormLayout,
  NumberName,
  RecordShape,
  ShowLayout,
  Signed,
  UniqueFields,
} from './fields/fieldNames.ts'

/** Actions whose `when` knows the fields of the record. */
type ActionsOn<Shape> = Readonly<
  Record<string, Actions[string] & { when?: (record: Shape, user: User) => boolean }>
>

/** Where the browser shows the views of a resource; `:id` stands for the record. */
export interface Routes {
  /** The name of the resource unless given. */
  list: string
  /** Without a route of its own, create and edit open in a drawer over the list. */
  create?: string
  edit?: string
  show?: string
}

/** What a record is chosen by, wherever another points at it. */
interface OptionList<F extends Fields> {
  /** The permission string that lets a user choose, or those of which one is enough. */
  permission: string | readonly string[]
  /** What an entry holds beside its id; the title unless given. */
  fields?: readonly FieldName<F>[]
  /** The option fields that name an entry: the first, and the others in brackets. The title unless given. */
  label?: readonly FieldName<F>[]
  /**
   * The boolean field of the records that may still be chosen. The others are left out of the list; filters still
   * offer them, and a record that points at one keeps it and shows it as inactive.
   */
  activeBy?: FieldName<F>
}

/** A kind of work in the background, as people read of it. */
export interface JobDeclaration {
  readonly label: string
  /** What it is asked for, by the names of its parameters. */
  readonly asked?: Fields
}

interface Undeletable<Shape> {
  when(record: Shape, user: User): boolean
  refusal: string
}

interface Closed<Shape> {
  when(record: Shape): boolean
  refusal: string
}

export interface Declaration<F extends Fields, A extends Actions> {
  /** The name of many records, "Reading rooms"; made from the resource's name unless given. */
  label?: string
  /** The name of one record, "Reading room". */
  one?: string
  /** The name of several after their number where `label` is that of a screen: `plural: 'Loans'` of "Lending history". */
  plural?: string
  /** The sidebar group. Resources of one group follow each other. Without it the sidebar leaves the resource out. */
  group?: string
  /** Of the sidebar, by its name; `src/schema/texts/label.ts` lists them. */
  icon?: IconName
  /** Path below `/api`, in the singular where calls are named so: `settings/tag`. The name unless given. */
  api?: string
  /**
   * Where the records are listed, if only those of one other record are: `{ by: 'booking', path: 'booking/:id/payments' }`
   * answers the payments whose `booking` is `:id`, in the place of `{api}/search`. Then the list has no screen of its own,
   * but stands with that record (`related`), and `routes.show` says where one of them is shown.
   */
  listedBy?: { readonly by: FieldName<F>; readonly path: string }
  /** The addresses of the list and of views that have one of their own, like `show: 'bookings/:id'` with `:id` for the record. */
  routes?: Partial<Routes>
  /**
   * Prefix of the permission strings: `settings.tag` yields `settings.tag.view`, `.create` … What else rules and fields name
   * stands in `permissions` of the business, where it lists any: one that nothing declares is told at the start.
   */
  permission: string
  /** Rules that replace those derived from `permission`. */
  access?: Partial<Access<RecordShape<F>>>
  /**
   * The records that are edited and deleted no more, and what is said of them:
   * `closed: { when: ({ state }) => state === 'archived', refusal: 'It is archived' }`.
   */
  closed?: Closed<RecordShape<F>>
  /**
   * The records that a user may change but not delete, and what is said of them:
   * `undeletable: { when: ({ id }, user) => id === user.id, refusal: 'You cannot delete yourself' }`.
   */
  undeletable?: Undeletable<RecordShape<F>>
  /** What may be done at all; everything but import unless said. */
  operations?: readonly Operation[]
  /** Those that ask for the password again when it was entered more than 15 minutes ago. */
  reauthenticate?: readonly ('create' | 'edit' | 'delete')[]
  /** Millions of records: filter and sort only by fields with an index, counts are capped. */
  size?: 'large'
  /**
   * The records are read from a view of the database with the resource's name, which a migration of the engine makes, or
   * from the query in `view` of the behavior: nothing writes them. `sorts` names the fields in whose order an index stands.
   */
  view?: { readonly sorts: readonly AnyName<F>[] }
  /** A deleted record stays in the table, marked as deleted, and is not shown. */
  softDelete?: true
  /** The fields by their names, in snake_case: the columns, the keys of the API and the inputs. */
  fields: F
  /**
   * The field, or fields, that name a record to a person; also with what stands between them, `'{code} – {customer}'`, where
   * a reference stands for the title of its record; a day stands as `2026-01-31`, as a title is the same for every reader.
   */
  title: FieldName<F> | readonly FieldName<F>[] | `${string}{${FieldName<F>}}${string}`
  /** The heading of the column that shows the whole title, in the place of the title's first field. */
  titleColumn?: string
  /** Fields that travel with the title wherever another resource points here (colours, flag). */
  withTitle?: readonly FieldName<F>[]
  /**
   * The embedded field with the code of a country or a language, `codes: { region: 'iso_3166_2' }`: in other languages than
   * English its standard name there takes the title's place beside what points at the record, and in pickers.
   */
  codes?: { readonly region: FieldName<F> } | { readonly language: FieldName<F> }
  /** Every column a list may show, in order. */
  list: readonly AnyName<F>[]
  /** The columns of `list` that stay hidden until a user chooses them. */
  hiddenColumns?: readonly AnyName<F>[]
  /** The columns whose cells are edited in place by anyone who may edit the record; each stands in `form` too. */
  editableColumns?: readonly FieldName<F>[]
  /**
   * What the list is filtered by, in the order of its panel; also a field of the records that a reference, or
   * references, point at, `'customer.country'`, for users who may list those records and read that field of them.
   */
  filters?: readonly (AnyName<F> | `${FieldName<F>}.${string}`)[]
  /** The inputs in order, or by section. A new record must be fillable: each required field stands there. */
  form: FormLayout<FieldName<F>>
  /** The fields of the show view, and lists of the records that point here (`related`); the fields of the form unless given. */
  show?: ShowLayout<AnyName<F>>
  /**
   * The related lists and the history of a shown record stand in tabs beside its fields, not below them, and the lists so
   * beside its form; `'without timeline'`: a list of its own tells the history.
   */
  showTabs?: boolean | 'without timeline'
  /** What a record is opened with from its row, "Histories"; "Open" unless given. */
  opens?: string
  /** No form begins as a copy of a record, where an action of its own makes one: `duplicate: false`. */
  duplicate?: false
  /** The headings of `form` and `show` whose fields stay folded until somebody opens them. */
  folded?: readonly string[]
  /**
   * Each section of a long form stands in a tab, `{}`, or in that of another one: `{ Customer: ['Person'] }`. A field that
   * is refused opens its tab. In tabs nothing is folded.
   */
  formTabs?: Readonly<Record<string, readonly string[]>>
  /**
   * Views of the list that come with it, by their names. They stand among the saved ones: people open and copy them, and
   * change none.
   */
  views?: Readonly<Record<string, DeclaredView<AnyName<F>>>>
  /**
   * Tabs over the list, each with how many records it holds: `true` makes them of `views`, a field with choices, or one
   * that points at records, of its values.
   */
  tabs?: true | FieldName<F>
  /** What the list shows at first, in the words of a list request, until somebody takes it away: `filter: { is_test: false }`. */
  filter?: ViewFilter<AnyName<F>>
  /** How the list is sorted at first; `-` turns it round. The newest first unless given. */
  sort?: Signed<AnyName<F>>
  /**
   * The whole number by which people put the records in order, as `sort` says too: who may edit them drags the rows of a list
   * that nothing else sorts or narrows, or moves them with the arrow keys. For up to 200 records.
   */
  arranged?: FieldName<F>
  /**
   * Who may edit and delete a record may merge it into another one: a job lets everything that points at it point at the
   * other one, with audit and sums, and deletes it at the end. What its user may not change, or what would be there twice,
   * refuses that before it begins; lines, and what goes with the record (`cascade`), go where the same is there already.
   * It cannot be undone; cancelled, it leaves both records.
   */
  mergeable?: true
  /**
   * Combinations of fields of which no two records share all values. An empty value is like no other, unless `nulls` says
   * so: `{ fields: ['parent', 'name'], nulls: 'same' }` lets no two records without a parent have one name.
   */
  unique?: readonly UniqueFields<FieldName<F>>[]
  /** Indexes over several fields. Where one of them is `sparse`, they hold the records that have a value in it. */
  indexes?: readonly (readonly Signed<AnyName<F>>[])[]
  /**
   * What is summed up for statistics: the name of the sum and the field whose time or day counts, of all records or of
   * some, `{ loans: 'created_at', lost: { by: 'created_at', where: { is_lost: true } } }`. Sums follow every write;
   * `npm run recount` makes them anew.
   */
  sums?: Readonly<Record<string, DeclaredSum<DayName<F>, RecordShape<F>>>>
  /**
   * Cards of the dashboard, which the console has as soon as one is declared: the last days, day by day, and those before.
   * They are read from sums that follow every write, as those of `sums` do.
   */
  cards?: Readonly<Record<string, DeclaredCard<DayName<F>, NumberName<F>, RecordShape<F>>>>
  /** The answer of `GET /api/{api}/all`: what people choose from who may. */
  options?: OptionList<F>
  /** Actions beyond create, edit and delete: each has a route, a button, a form and its permission. */
  actions?: A & ActionsOn<RecordShape<F>>
  /**
   * What the list and the page of jobs call the work that the behavior's `jobs` does, and what it was asked for, by the
   * names of its parameters.
   */
  jobs?: Readonly<Record<string, JobDeclaration>>
  /**
   * What must be so of a record's values together, on every way in and before a form is sent:
   * `[{ on: 'to_date', unless: (r) => r.to_date >= r.from_date, message: 'The booking ends before it begins' }]`.
   * Asked when one of the fields that it looks at is given. With `cell` it is asked of each row of a field of rows:
   * `[{ on: 'hours', cell: 'to', unless: ({ from, to }) => from !== to, message: 'Hours end as they begin' }]`.
   */
  checks?: readonly (Check<RecordShape<F>, FieldName<F>> | RowCheck<FieldName<F>>)[]
  /**
   * The field that says in which country a phone number without its country code is valid, on every way in: a `country`, a
   * reference to records that have a unique code of two letters, or a text with a calling code. Of several, also of a record
   * that a reference points at, `['country', 'prefix', 'agency.country']`, the first that holds anything.
   */
  phoneCountry?: FieldName<F> | readonly (FieldName<F> | `${FieldName<F>}.${string}`)[]
  /**
   * A computed `json` field that keeps what a new record was given where it is not kept just so: numbers and names as they
   * were written, and the columns of a file that became no field.
   */
  raw?: FieldName<F>
  /** How files are taken in; the operation `import` must be allowed. */
  import?: ImportDeclaration<F>
  /** Says after a write that a setting was written, whatever the resource is called: "Setting successfully created". */
  messages?: 'setting'
  /** The name of the table before this release. */
  renamedFrom?: string
}
