import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Reason } from '../../domain/reason.ts'
import type { TunnelState } from '../../domain/box-protocol.ts'
import type { BoxTunnelsTable, Tables } from './tables.ts'

export type TunnelRow = Selectable<BoxTunnelsTable>
export type TunnelSettings = Omit<Insertable<BoxTunnelsTable>, 'box_id' | 'revision' | 'reason'>

/** The remote-maintenance tunnels of boxes. The box's row is the lock of its tunnel's. */
export const boxTunnelQueries = (db: Kysely<Tables>) => ({
  ofBox: (boxId: number): Promise<TunnelRow | undefined> =>
    db.selectFrom('box_tunnels').selectAll().where('box_id', '=', boxId).executeTakeFirst(),

  /** Puts settings in the place of those before; answers the tunnel as it is then. */
  replace: (boxId: number, settings: TunnelSettings): Promise<TunnelRow> =>
    db
      .insertInto('box_tunnels')
      .values({ ...settings, box_id: boxId })
      .onConflict((conflict) =>
        conflict.column('box_id').doUpdateSet((of) => ({
          ...settings,
          reason: null,
          revision: of(of.ref('box_tunnels.revision'), '+', 1),
        })),
      )
      .returningAll()
      .executeTakeFirstOrThrow(),

  async noteState(boxId: number, state: TunnelState, reason: Reason | null, since: number): Promise<void> {
    await db.updateTable('box_tunnels').set({ state, reason, since }).where('box_id', '=', boxId).execute()
  },

  async remove(boxId: number): Promise<void> {
    await db.deleteFrom('box_tunnels').where('box_id', '=', boxId).execute()
  },
})
