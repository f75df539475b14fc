/** An event store in memory, in the order in which events were stored; the example of the SDK sorts them by their time. */
export class EventStore {
  #events = []

  async storeEvent(streamId, message) {
    const id = `${this.#events.length}`
    this.#events.push({ id, streamId, message })
    return id
  }

  async getStreamIdForEventId(id) {
    return this.#events[Number(id)]?.streamId
  }

  async replayEventsAfter(lastEventId, { send }) {
    const { streamId } = this.#events[Number(lastEventId)] ?? {}
    for (const event of this.#events.slice(Number(lastEventId) + 1)) {
      // The event that opens a stream has no message.
      if (event.streamId === streamId && Object.keys(event.message ?? {}).length > 0)
        await send(event.id, event.message)
    }
    return streamId
  }
}
