import { type DynamicModule, Module } from '@nestjs/common';
import type { ClassConstructor } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Min } from 'class-validator';
import type { Logger } from 'pino';
import {
  BaseConfig,
  ConfigError,
  DISK,
  HealthRegistry,
  HOUR_MS,
  LOGGER,
  Outages,
  outsideTransactions,
} from '#platform';
import { DiskStore } from './disk.store.js';
import { FreeSpace } from './free-space.js';
import { KeptVersions } from './kept-versions.js';
import type { ObjectStore } from './object-store.js';
import { S3Store } from './s3.store.js';
import { Spool } from './spool.js';

/** Token under which the object store is injected. */
export const OBJECT_STORE = Symbol('object store');

/** Config of a service that keeps objects. */
export class StorageConfig extends BaseConfig {
  @IsIn(['disk', 's3']) storageDriver: 'disk' | 's3' = 'disk';
  @IsOptional() @IsString() storageDiskRoot?: string;
  @IsOptional() @IsString() s3Endpoint?: string;
  @IsString() s3Region: string = 'us-east-1';
  @IsOptional() @IsString() s3Bucket?: string;
  @IsOptional() @IsString() s3AccessKey?: string;
  @IsOptional() @IsString() s3SecretKey?: string;
  /** Folder for uploads and audio that is being worked on; may be emptied at any restart. */
  @IsString() spoolDir: string = '.local/spool';
  /** Free bytes below which no recording is taken: on the disk of the spool and on that of the disk store. */
  @IsInt() @Min(0) minFreeBytes: number = 1024 ** 3;
}

/** @throws ConfigError when what its driver needs is not set, or is no address */
export function createObjectStore(config: StorageConfig): ObjectStore {
  if (config.storageDriver === 'disk') {
    if (!config.storageDiskRoot)
      throw new ConfigError('STORAGE_DISK_ROOT is needed with STORAGE_DRIVER=disk');
    return new DiskStore(config.storageDiskRoot);
  }
  const { s3Endpoint, s3Bucket, s3AccessKey, s3SecretKey, s3Region } = config;
  if (!s3Endpoint || !s3Bucket || !s3AccessKey || !s3SecretKey) {
    throw new ConfigError(
      'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY are needed with STORAGE_DRIVER=s3',
    );
  }
  if (!/^https?:$/.test(URL.parse(s3Endpoint)?.protocol ?? '')) {
    throw new ConfigError('S3_ENDPOINT is no address such as https://s3.example.com');
  }
  return new S3Store({
    endpoint: s3Endpoint,
    region: s3Region,
    bucket: s3Bucket,
    accessKey: s3AccessKey,
    secretKey: s3SecretKey,
  });
}

@Module({})
export class StorageModule {
  /** `config` is the service's own config class. */
  static for(config: ClassConstructor<StorageConfig>): DynamicModule {
    return {
      module: StorageModule,
      global: true,
      providers: [
        {
          provide: OBJECT_STORE,
          inject: [config],
          useFactory: (values: StorageConfig) =>
            outsideTransactions('object store', createObjectStore(values)),
        },
        {
          provide: KeptVersions,
          inject: [OBJECT_STORE, config, HealthRegistry, LOGGER],
          useFactory: (
            store: ObjectStore,
            { profile }: StorageConfig,
            health: HealthRegistry,
            logger: Logger,
          ) => {
            const versions = new KeptVersions(store, profile === 'production', logger);
            health.add('storage', async () => {
              await store.check();
              await versions.refuse();
              return undefined;
            });
            return versions;
          },
        },
        {
          provide: FreeSpace,
          inject: [config, HealthRegistry, Outages],
          useFactory: (values: StorageConfig, health: HealthRegistry, outages: Outages) => {
            const { storageDriver, storageDiskRoot, spoolDir, minFreeBytes } = values;
            const folders = [
              spoolDir,
              ...(storageDriver === 'disk' && storageDiskRoot ? [storageDiskRoot] : []),
            ];
            const space = new FreeSpace(folders, minFreeBytes);
            // A full disk is told, not down: everything but taking recordings goes on. No work meets it before it is wholly
            // full, so it is announced, and support gets a mail.
            health.add(DISK, () => space.state());
            outages.announce(DISK, () => space.fullSince);
            return space;
          },
        },
        {
          provide: Spool,
          inject: [config, LOGGER],
          useFactory: ({ spoolDir, scheduleMaxMs }: StorageConfig, logger: Logger) =>
            new Spool(spoolDir, logger, Math.min(HOUR_MS, scheduleMaxMs)),
        },
      ],
      exports: [OBJECT_STORE, FreeSpace, Spool],
    };
  }
}
