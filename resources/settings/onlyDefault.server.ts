interface WithDefault {
  find(filter: { is_default: true }): Promise<{ id: number }[]>
  update(id: number, changes: { is_default: false }): Promise<unknown>
}

/** Takes the mark from whoever was the default before this record. */
export async function onlyDefault(records: WithDefault, id: number): Promise<void> {
  for (const other of await records.find({ is_default: true })) {
    if (other.id !== id) await records.update(other.id, { is_default: false })
  }
}
