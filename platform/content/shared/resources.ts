/**
 * Collects the resources of all features, and the labels of their settings. Other code reads them here and not from
 * `features/`.
 */
import { features } from '../../../features/index.ts'
import type { Feature } from '../../../features/manifest.ts'
import type { Picture, Share } from './entity-parts.ts'
import { type Declaration, type Entity, getReferencedResources } from './fields.ts'
import type { Publication } from './publication.ts'

type FeatureResources = (typeof features)[number]['resources']
/** The names of all resources. `keyof` of a union would only have the keys that all features share. */
type NameIn<Resources> = Resources extends unknown ? keyof Resources : never

export type ResourceName = NameIn<FeatureResources>
export type Resources = {
  [R in ResourceName]: Extract<FeatureResources, Record<R, Declaration>>[R]
}
/** The entity of a resource. For a union of names it is the union of the entities. `share` is only for administrators. */
export type EntityOf<R extends ResourceName> = R extends ResourceName
  ? Entity<Resources[R]> & { share?: Share }
  : never

/** An item of any resource, for code that serves all resources. */
export interface AnyEntity extends Publication {
  _id: string
  createdAt: string
  updatedAt: string
  images: Record<string, Picture | undefined>
  alt: Record<string, string | null>
  /** Only for administrators, and only for resources with a share image set. */
  share?: Share
  [field: string]: unknown
}

export const resources = Object.assign({}, ...features.map(({ resources }) => resources)) as Resources

type LabelsIn<F> = F extends { settings: infer Labels } ? Labels : never

/** Labels of the settings groups that features declare, by name. */
export const featureSettingsLabels = Object.assign(
  {},
  ...features.map(({ settings }: Feature) => settings),
) as Record<NameIn<LabelsIn<(typeof features)[number]>>, string>

export const resourceNames = Object.keys(resources) as ResourceName[]

export const isResource = (name: string): name is ResourceName => Object.hasOwn(resources, name)

/** Resources on which the items of a resource depend: the resource itself, and those to which its items refer. */
export const getDependencies = (name: ResourceName): ResourceName[] => [
  name,
  ...(getReferencedResources(getDeclaration(name)) as ResourceName[]),
]

export const getDeclaration = (name: ResourceName): Declaration => resources[name]
