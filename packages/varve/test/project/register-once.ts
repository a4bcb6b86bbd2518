// A process whose first act is a write, as `varve add` in a fresh folder.
import { writeProjectConfig } from '../../src/config/write-project-config.ts'
import { locateProject } from '../../src/project/locate-project.ts'
import { registerProject } from '../../src/project/register-project.ts'

const place = locateProject(process.cwd(), process.env)
registerProject(place)
writeProjectConfig(place, place.projectId)
process.stdout.write(place.projectId)
