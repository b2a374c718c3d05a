import { Controller, Module, type Type } from '@nestjs/common';
import { IsInt, IsString } from 'class-validator';
import { createEnvelope, defineEvent, type EventEnvelope } from '#contracts';
import { BaseConfig, currentContext, type RequestContext, type ServiceDefinition } from '#platform';
import { uniqueName } from '../../platform/test/test-service.js';
import { attachConsumers, MessagingModule, OnEvent } from '../src/index.js';

export class Note {
  @IsInt() number: number;
  @IsString() text: string;
}

const producer = uniqueName();
export const noteTaken = defineEvent(`${producer}.note.taken`, 1, Note, (note) => String(note.number));
export const noteHeard = defineEvent(`${producer}.note.heard`, 1, Note, (note) => String(note.number));

export const note = (text: string, number = 1): EventEnvelope<Note> =>
  createEnvelope(noteTaken, { number, text }, { correlationId: 'correlation-1', causationId: null });
export const heard = (text: string, number = 1): EventEnvelope<Note> =>
  createEnvelope(noteHeard, { number, text }, { correlationId: 'correlation-2', causationId: null });

export interface Seen {
  event: EventEnvelope<Note>;
  context: RequestContext;
  at: number;
}

/** What the consumers of one test service saw, and how they are to behave for a text. */
export class Notebook {
  readonly taken: Seen[] = [];
  readonly heard: Seen[] = [];
  readonly behaviour = new Map<string, (event: EventEnvelope<Note>) => Promise<void>>();

  texts(list: Seen[] = this.taken): string[] {
    return list.map(({ event }) => event.data.text);
  }

  async record(list: Seen[], event: EventEnvelope<Note>): Promise<void> {
    list.push({ event, context: currentContext(), at: Date.now() });
    await this.behaviour.get(event.data.text)?.(event);
  }
}

/** A service that takes notes. Each call makes classes of its own, so that several run in one process. */
export function noteService(name: string, notebook: Notebook): ServiceDefinition {
  @Controller()
  class NotesConsumer {
    @OnEvent(noteTaken) takeNote(event: EventEnvelope<Note>) {
      return notebook.record(notebook.taken, event);
    }
    @OnEvent(noteHeard) hearNote(event: EventEnvelope<Note>) {
      return notebook.record(notebook.heard, event);
    }
  }
  return serviceOf(name, [NotesConsumer]);
}

export function serviceOf(name: string, consumers: Type<unknown>[]): ServiceDefinition {
  @Module({ imports: [MessagingModule], controllers: consumers })
  class NotesModule {}
  return {
    name,
    config: BaseConfig,
    module: NotesModule,
    prepare: async (app) => {
      attachConsumers(app);
    },
  };
}
