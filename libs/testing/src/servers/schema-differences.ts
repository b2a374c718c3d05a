import type { DataSource } from 'typeorm';

/** Indexes, checks, unique constraints and foreign keys are said by the migrations alone. */
const MIGRATIONS_ALONE =
  /^(CREATE (UNIQUE )?INDEX|DROP INDEX|ALTER TABLE \S+ (DROP CONSTRAINT|ADD CONSTRAINT \S+ (?!PRIMARY KEY))) ?/;

/** TypeORM's own notes; `migrations` is its list of those that ran. */
const NOT_OURS = ['migrations', 'typeorm_metadata'];

/**
 * What differs between the entities of a service and its database as the migrations leave it: tables without an entity,
 * and what TypeORM would do to make the columns agree (missing, superfluous, of another type, null or not, another
 * default or primary key). Empty when they agree.
 * @param dataSource connected to a migrated database that nothing else uses, with the entities that the service works with
 */
export async function schemaDifferences(dataSource: DataSource): Promise<string[]> {
  const known = new Set([...dataSource.entityMetadatas.map(({ tableName }) => tableName), ...NOT_OURS]);
  const tables = await dataSource.query<{ name: string }[]>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  // Where TypeORM looks up what generated columns are made of; the database says it itself.
  await dataSource.query(
    `create table if not exists typeorm_metadata as
     select 'GENERATED_COLUMN' as type, table_catalog as database, table_schema as schema, table_name as "table",
       column_name as name, regexp_replace(generation_expression, '\\s+', ' ', 'g') as value
     from information_schema.columns where is_generated = 'ALWAYS' and table_schema = 'public'`,
  );
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return [
    ...tables.filter(({ name }) => !known.has(name)).map(({ name }) => `${name} has no entity`),
    ...upQueries.map(({ query }) => query).filter((query) => !MIGRATIONS_ALONE.test(query)),
  ];
}
